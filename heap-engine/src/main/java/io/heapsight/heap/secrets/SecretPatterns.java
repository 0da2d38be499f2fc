/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.heap.secrets;

import io.heapsight.explore.secret.SecretKind;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import org.jspecify.annotations.Nullable;

/**
 * Recognizes credentials with a distinctive format. Their definitions are in docs/heap-explorer.md.
 */
final class SecretPatterns {
    /** The characters at which {@link #kindAt} may find a secret. */
    static final AsciiSet BEGINNINGS = AsciiSet.of("", "-AebBgxsrG:j");

    private static final String PEM_BEGIN = "-----BEGIN ";
    private static final String PEM_END = "PRIVATE KEY-----";
    private static final int LONGEST_PEM_NAME = 40;
    private static final int LEAST_PEM_BODY = 16;

    private static final int AWS_ID = 20;
    private static final int AWS_SECRET = 40;
    private static final int NEAR = 256;

    private static final int LONGEST = 4_096;
    private static final int LEAST_JWT_PART = 10;
    private static final int LEAST_TOKEN = 16;
    private static final int LEAST_BASIC = 8;
    private static final int GITHUB = 36;
    private static final int GITLAB = 20;
    private static final int SLACK = 10;
    private static final int STRIPE = 16;
    private static final int GOOGLE = 35;
    private static final int GOOGLE_OAUTH = 28;

    private static final AsciiSet BEARER = AsciiSet.of("AZaz09", "-._~+/=");

    private SecretPatterns() {}

    /** The kind of secret that begins at the current character; null for none. */
    static @Nullable SecretKind kindAt(CharacterCursor text) {
        return switch (text.at(0)) {
            case '-' -> when(isPrivateKey(text), SecretKind.PRIVATE_KEY);
            case ':' -> when(UrlPasswords.isBeforeHost(text), SecretKind.URL_PASSWORD);
            case 'j' -> when(UrlPasswords.isInJdbcUrl(text), SecretKind.URL_PASSWORD);
            default -> AsciiSet.WORD.contains(text.at(-1)) ? null : wordAt(text);
        };
    }

    private static @Nullable SecretKind wordAt(CharacterCursor text) {
        return switch (text.at(0)) {
            case 'A' ->
                    isAwsId(text)
                            ? SecretKind.AWS_ACCESS_KEY_ID
                            : when(
                                    is(text, "AIza", AsciiSet.BASE64_URL, GOOGLE, GOOGLE),
                                    SecretKind.GOOGLE_KEY);
            case 'G' ->
                    when(
                            is(text, "GOCSPX-", AsciiSet.BASE64_URL, GOOGLE_OAUTH, GOOGLE_OAUTH),
                            SecretKind.GOOGLE_KEY);
            case 'e' -> when(isJwt(text), SecretKind.JWT);
            case 'B', 'b' -> when(isBearer(text) || isBasic(text), SecretKind.AUTHORIZATION);
            case 'g' ->
                    isGitHub(text)
                            ? SecretKind.GITHUB_TOKEN
                            : when(
                                    is(text, "glpat-", AsciiSet.BASE64_URL, GITLAB, LONGEST),
                                    SecretKind.GITLAB_TOKEN);
            case 'x' -> when(isSlack(text), SecretKind.SLACK_TOKEN);
            case 's', 'r' -> when(isStripe(text), SecretKind.STRIPE_KEY);
            default -> null;
        };
    }

    private static @Nullable SecretKind when(boolean is, SecretKind kind) {
        return is ? kind : null;
    }

    /**
     * Whether a prefix is followed by {@code least} to {@code most} characters of a set, and then
     * by another character.
     */
    private static boolean is(
            CharacterCursor text, String begin, AsciiSet set, int least, int most) {
        if (!text.has(0, begin)) {
            return false;
        }
        int run = text.run(begin.length(), set, most + 1);
        return run >= least && run <= most;
    }

    /**
     * Whether a heading of a private key is followed by a part of the key, which constants of
     * programs lack.
     */
    private static boolean isPrivateKey(CharacterCursor text) {
        if (!text.has(0, PEM_BEGIN)) {
            return false;
        }
        int name = PEM_BEGIN.length();
        while (name < LONGEST_PEM_NAME && !text.has(name, PEM_END)) {
            name++;
        }
        if (name == LONGEST_PEM_NAME) {
            return false;
        }
        int body = name + PEM_END.length();
        while (Character.isWhitespace(text.at(body))) {
            body++;
        }
        // Properties files and JSON write line ends as \n.
        while (text.at(body) == '\\' && (text.at(body + 1) == 'n' || text.at(body + 1) == 'r')) {
            body += 2;
        }
        return text.has(body, "Proc-Type:")
                || text.run(body, AsciiSet.BASE64, LEAST_PEM_BODY) == LEAST_PEM_BODY;
    }

    private static boolean isAwsId(CharacterCursor text) {
        return (text.has(0, "AKIA") || text.has(0, "ASIA"))
                && text.run(0, AsciiSet.CAPITALS, AWS_ID + 1) == AWS_ID
                && !AsciiSet.WORD.contains(text.at(AWS_ID));
    }

    /** Whether something like a secret access key is near an AWS access key id. */
    static boolean hasAwsSecretNear(CharacterCursor text) {
        for (int at = -NEAR; at < NEAR; at++) {
            if (!AsciiSet.BASE64.contains(text.at(at - 1)) && isAwsSecret(text, at)) {
                return true;
            }
        }
        return false;
    }

    private static boolean isAwsSecret(CharacterCursor text, int at) {
        return text.run(at, AsciiSet.BASE64, AWS_SECRET + 1) == AWS_SECRET
                && isAwsSecret(text.text(at, AWS_SECRET));
    }

    /**
     * A secret has upper-case and lower-case letters; a hash in hexadecimal has only one of them.
     */
    static boolean isAwsSecret(String text) {
        return text.length() == AWS_SECRET
                && text.chars().allMatch(AsciiSet.BASE64::contains)
                && text.chars().anyMatch(Character::isUpperCase)
                && text.chars().anyMatch(Character::isLowerCase)
                && text.chars().anyMatch(Character::isDigit);
    }

    /** The header and payload are JSON objects, so their Base64 begins with eyJ. */
    private static boolean isJwt(CharacterCursor text) {
        if (!text.has(0, "eyJ")) {
            return false;
        }
        int header = text.run(0, AsciiSet.BASE64_URL, LONGEST);
        if (header < LEAST_JWT_PART || !text.has(header, ".eyJ")) {
            return false;
        }
        int payload = text.run(header + 1, AsciiSet.BASE64_URL, LONGEST);
        int signature = header + 1 + payload;
        return payload >= LEAST_JWT_PART
                && text.at(signature) == '.'
                && text.run(signature + 1, AsciiSet.BASE64_URL, LEAST_TOKEN) == LEAST_TOKEN;
    }

    private static boolean isBearer(CharacterCursor text) {
        int at = "bearer ".length();
        if (!text.hasIgnoringCase(0, "bearer ")) {
            return false;
        }
        int length = text.run(at, BEARER, LONGEST);
        return length >= LEAST_TOKEN
                && text.text(at, length).chars().anyMatch(AsciiSet.DIGITS::contains);
    }

    /** The decoded text must be USER:PASSWORD. */
    private static boolean isBasic(CharacterCursor text) {
        int at = "basic ".length();
        if (!text.hasIgnoringCase(0, "basic ")) {
            return false;
        }
        int length = text.run(at, AsciiSet.BASE64, LONGEST);
        if (length < LEAST_BASIC) {
            return false;
        }
        try {
            byte[] decoded = Base64.getDecoder().decode(text.text(at, length));
            String pair = new String(decoded, StandardCharsets.UTF_8);
            int colon = pair.indexOf(':');
            return colon >= 0
                    && colon < pair.length() - 1
                    && pair.chars().noneMatch(c -> Character.isISOControl(c) || c == '\ufffd');
        } catch (IllegalArgumentException _) {
            return false;
        }
    }

    private static boolean isGitHub(CharacterCursor text) {
        return is(text, "github_pat_", AsciiSet.WORD, GITHUB, LONGEST)
                || (text.at(1) == 'h'
                        && "pousr".indexOf(text.at(2)) >= 0
                        && text.at(3) == '_'
                        && text.run(4, AsciiSet.ALPHANUMERIC, GITHUB) == GITHUB);
    }

    private static boolean isSlack(CharacterCursor text) {
        boolean begins =
                text.has(0, "xapp-")
                        || (text.has(0, "xox")
                                && AsciiSet.ALPHANUMERIC.contains(text.at(3))
                                && text.at(4) == '-');
        int length = begins ? text.run(5, AsciiSet.BASE64_URL, LONGEST) : 0;
        return length >= SLACK && text.text(5, length).chars().anyMatch(Character::isDigit);
    }

    private static boolean isStripe(CharacterCursor text) {
        return text.at(1) == 'k'
                && (text.has(2, "_live_") || text.has(2, "_test_"))
                && text.run(8, AsciiSet.ALPHANUMERIC, STRIPE) == STRIPE;
    }
}
