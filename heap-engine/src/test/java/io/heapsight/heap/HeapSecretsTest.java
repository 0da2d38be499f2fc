/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.heap;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.heapsight.explore.secret.SecretKind;
import io.heapsight.explore.secret.SecretList;
import io.heapsight.hprof.BasicType;
import io.heapsight.hprof.DumpBuilder;
import io.heapsight.hprof.DumpClass;
import io.heapsight.hprof.GoldenDump;
import io.heapsight.hprof.HprofFile;
import io.heapsight.hprof.RootKind;
import io.heapsight.redact.Redaction;
import io.heapsight.unit.CancelSignal;
import io.heapsight.unit.ProblemException;
import io.heapsight.unit.Progress;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Credentials planted in a heap: where they are found, and that no output shows them. */
class HeapSecretsTest {
    private static final int ALL = 10_000;

    /** Split, so that secret scanners do not report this file. */
    private static final String AWS_ID = "AKIA" + "Q3EGRIRVSKZLU7XM";

    private static final String AWS_SECRET = "wJalrXUtnFEMI/K7MDENG+" + "bPxRfiCYzEXKEY1234";
    private static final String JWT =
            "eyJhbGciOiJIUzI1NiJ9." + "eyJzdWIiOiJzaG9wIn0." + "k3lq9dCw0hXcA7yPmU2fSg";

    /** Each with a piece that must not be shown and is in no other text. */
    private enum Planted {
        AWS(SecretKind.AWS_ACCESS_KEY_ID, AWS_ID),
        AWS_TEMPORARY(SecretKind.AWS_ACCESS_KEY_ID, "key=ASIA" + "Y34FZKBOKMUTVV7A;"),
        AWS_SECRET_NEAR(
                SecretKind.AWS_SECRET_KEY, "id " + AWS_ID + "\nsecret " + AWS_SECRET + "\n"),
        PEM(
                SecretKind.PRIVATE_KEY,
                "-----BEGIN " + "RSA PRIVATE KEY-----\nMIIEowIBAAKCAQEAx1yz\n-----END"),
        PEM_IN_ONE_LINE(
                SecretKind.PRIVATE_KEY,
                "x=-----BEGIN " + "PRIVATE KEY-----\\nMIIEvQIBADANBgkqhkiG9w0B\\n"),
        TOKEN(SecretKind.JWT, JWT),
        BEARER(SecretKind.AUTHORIZATION, "Authorization: Bearer " + "mF9xB5f4x1JqM7aZ"),
        BASIC(
                SecretKind.AUTHORIZATION,
                "basic "
                        + Base64.getEncoder()
                                .encodeToString("shop:hunter2".getBytes(StandardCharsets.UTF_8))),
        JDBC(SecretKind.URL_PASSWORD, "jdbc:postgresql://db/shop?user=shop&password=hunter2&ssl=1"),
        ORACLE(SecretKind.URL_PASSWORD, "jdbc:oracle:thin:scott/t1ger@//db:1521/XE"),
        AMQP(SecretKind.URL_PASSWORD, "amqp://shop:hunter2@queue:5672/%2f"),
        HTTP(SecretKind.URL_PASSWORD, "see https://admin:s3cr3t@example.com/x"),
        GITHUB(SecretKind.GITHUB_TOKEN, "ghp_" + "16C7e42F292c6912E7710c838347Ae178B4a"),
        GITHUB_FINE(
                SecretKind.GITHUB_TOKEN,
                "github_" + "pat_11ABCDEFG0aBcDeFgHiJkL_" + "x".repeat(59)),
        GITLAB(SecretKind.GITLAB_TOKEN, "glpat-" + "Zx9_kL2mN4pQ6rS8tU0v"),
        SLACK(SecretKind.SLACK_TOKEN, "xoxb-" + "2345678901-AbCdEfGhIjKl"),
        STRIPE(SecretKind.STRIPE_KEY, "sk_live_" + "4eC39HqLyjWDarjtT1zdp7dc"),
        GOOGLE(SecretKind.GOOGLE_KEY, "AIza" + "SyD-9tSrke72PouQMnMX-a7eZSW0jkFMBWY");

        private final SecretKind kind;
        private final String text;

        Planted(SecretKind kind, String text) {
            this.kind = kind;
            this.text = text;
        }
    }

    /** Texts that resemble secrets. */
    private static final List<String> HARMLESS =
            List.of(
                    "-----BEGIN " + "PRIVATE KEY-----",
                    "-----BEGIN CERTIFICATE-----\nMIIEvQIBADANBgkqhkiG9w0B",
                    "AKIAXYZ",
                    "AKIA" + "Q3EGRIRVSKZLU7XMTOOLONG",
                    "xAKIA" + "Q3EGRIRVSKZLU7XM",
                    "eyJhbGciOiJIUzI1NiJ9",
                    "Bearer authentication is required for this",
                    "Basic Authentication",
                    "https://example.com:8443/user@host",
                    "jdbc:postgresql://db/shop?user=shop&password=${DB_PASSWORD}",
                    "amqp://user:password@host",
                    "ssh://git@example.com/x",
                    "ghp_short",
                    "xoxb-",
                    "sk_live_",
                    "da39a3ee5e6b4b0d3255bfef95601890afd80709");

    @TempDir private Path directory;

    /** The JDK's representation of strings. */
    enum Encoding {
        LATIN1,
        UTF16,
        CHARS,
        BYTES,
        CHARS_ALONE
    }

    private static long array(DumpBuilder dump, BasicType type, String text, boolean wide) {
        List<Object> elements = new ArrayList<>();
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (type == BasicType.CHAR) {
                elements.add(c);
            } else {
                elements.add((byte) c);
                if (wide) {
                    elements.add((byte) (c >> 8));
                }
            }
        }
        return dump.array(type, elements.toArray());
    }

    private static DumpClass stringClass(DumpBuilder dump, Encoding encoding) {
        DumpClass type = dump.addClass("java.lang.String");
        if (encoding != Encoding.CHARS) {
            type.field("coder", BasicType.BYTE);
        }
        return type.field("hash", BasicType.INT).reference("value");
    }

    private static long value(DumpBuilder dump, DumpClass string, Encoding encoding, String text) {
        return switch (encoding) {
            case LATIN1 -> dump.instance(string, "value", array(dump, BasicType.BYTE, text, false));
            case UTF16 ->
                    dump.instance(
                            string,
                            "coder",
                            1,
                            "value",
                            array(dump, BasicType.BYTE, text + "€", true));
            case CHARS -> dump.instance(string, "value", array(dump, BasicType.CHAR, text, false));
            case BYTES -> array(dump, BasicType.BYTE, text, false);
            case CHARS_ALONE -> array(dump, BasicType.CHAR, text, false);
        };
    }

    private SecretList secrets(byte[] dump) throws Exception {
        return secrets(Files.write(Files.createTempFile(directory, "dump", ".hprof"), dump));
    }

    private static SecretList secrets(Path dump) throws Exception {
        try (HeapExplorer explorer = RandomHeapExplorerTest.open(dump)) {
            SecretList list = explorer.secrets(ALL);
            for (Planted each : Planted.values()) {
                assertThat(list.toString()).doesNotContain(each.text);
            }
            assertThat(list.toString())
                    .doesNotContain("hunter2", "t1ger", "s3cr3t", AWS_SECRET, AWS_ID);
            return list;
        }
    }

    @ParameterizedTest
    @EnumSource
    void eachKindIsFoundInEveryHolder(Encoding encoding) throws Exception {
        DumpBuilder dump = new DumpBuilder();
        DumpClass string = stringClass(dump, encoding);
        Map<Planted, Long> addresses = new EnumMap<>(Planted.class);
        for (Planted each : Planted.values()) {
            DumpClass holder = dump.addClass("com.acme.Of" + each).reference("text");
            addresses.put(each, value(dump, string, encoding, each.text));
            dump.root(
                    RootKind.JNI_GLOBAL,
                    dump.instance(holder, "text", requireNonNull(addresses.get(each))));
        }
        DumpClass holder = dump.addClass("com.acme.Harmless").reference("text");
        for (String each : HARMLESS) {
            long text = value(dump, string, encoding, each);
            dump.root(RootKind.JNI_GLOBAL, dump.instance(holder, "text", text));
        }

        List<SecretList.Row> rows = secrets(dump.bytes()).rows();

        for (Planted each : Planted.values()) {
            assertThat(rows)
                    .contains(
                            new SecretList.Row(
                                    each.kind,
                                    1,
                                    "com.acme.Of" + each + ".text",
                                    true,
                                    requireNonNull(addresses.get(each))));
        }
        // The id beside the secret key counts, too.
        assertThat(rows).hasSize(Planted.values().length + 1);
    }

    @Test
    void fieldsAndKeysOfMapsNameSecrets() throws Exception {
        DumpBuilder dump = new DumpBuilder();
        DumpClass config =
                dump.addClass("com.acme.Config")
                        .reference("clientSecret")
                        .reference("dbPassword")
                        .reference("token")
                        .reference("userName")
                        .staticReference("API_KEY", dump.string("k-1234-abcd"))
                        .staticReference("PASSWORD", dump.string("db.password"));
        dump.root(
                RootKind.JNI_GLOBAL,
                dump.instance(
                        config,
                        "clientSecret",
                        array(dump, BasicType.CHAR, "tr0ub4dor", false),
                        "dbPassword",
                        dump.string("hunter2"),
                        "token",
                        dump.string(";"),
                        "userName",
                        dump.string("hunter2")));
        dump.instance(config, "dbPassword", dump.string("hunter2"));
        dump.instance(config, "dbPassword", dump.string("hunter2"));
        DumpClass node =
                dump.addClass("java.util.HashMap$Node").reference("key").reference("value");
        String[] keys = {
            "spring.datasource.password",
            "user",
            "api-key",
            "password",
            "enterPassword",
            "wrong.password",
            "access_token",
            "no.secret"
        };
        String[] values = {
            "hunter2",
            "hunter2",
            "0123",
            "********",
            "Password",
            "This password is wrong.",
            "%classpath",
            "no"
        };
        for (int i = 0; i < keys.length; i++) {
            long entry =
                    dump.instance(
                            node, "key", dump.string(keys[i]), "value", dump.string(values[i]));
            dump.root(RootKind.JNI_GLOBAL, entry);
        }

        assertThat(secrets(dump.stickyBootClasses().bytes()).rows())
                .allSatisfy(row -> assertThat(row.kind()).isEqualTo(SecretKind.NAMED))
                .extracting(row -> row.count() + " " + row.holder() + " " + row.isReachable())
                .containsExactlyInAnyOrder(
                        "1 com.acme.Config.clientSecret true",
                        "1 com.acme.Config.dbPassword true",
                        "2 com.acme.Config.dbPassword false",
                        "1 com.acme.Config.API_KEY (static) true",
                        "1 value of a key \"…password\" in java.util.HashMap true",
                        "1 value of a key \"…apikey\" in java.util.HashMap true");
    }

    @Test
    void holdersOfGarbageAndThreadLocalsAreReported() throws Exception {
        DumpBuilder dump = new DumpBuilder();
        long local = dump.string(JWT);
        dump.root(RootKind.JNI_GLOBAL, local);
        dump.string(JWT);
        long element = dump.string(JWT);
        DumpClass object = dump.addClass("com.acme.Item");
        dump.root(RootKind.JNI_GLOBAL, dump.array(object, element));
        dump.array(object, element);
        DumpClass credentials =
                dump.addClass("com.acme.Credentials").reference("a").reference("b").reference("c");
        dump.root(
                RootKind.JNI_GLOBAL,
                dump.instance(
                        credentials,
                        "a",
                        dump.string(AWS_ID),
                        "b",
                        dump.string(AWS_SECRET),
                        "c",
                        dump.string("da39a3ee5e6b4b0d3255bfef95601890afd80709")));

        assertThat(secrets(dump.bytes()).rows())
                .extracting(row -> row.kind() + " " + row.holder() + " " + row.isReachable())
                .containsExactlyInAnyOrder(
                        "JWT a local variable or another GC root true",
                        "JWT nothing false",
                        "JWT element of com.acme.Item[] true",
                        "AWS_SECRET_KEY com.acme.Credentials.b true",
                        "AWS_ACCESS_KEY_ID com.acme.Credentials.a true");
    }

    /** What programs have, in the collections of the JDK that runs the tests. */
    @SuppressWarnings("unused") // read by the dump
    private static final class Vault {
        private final String url = Planted.JDBC.text;
        private final char[] passphrase = "correct horse".toCharArray();
        private final Map<String, String> hash = new HashMap<>(Map.of("db.password", "hunter2"));
        private final Map<String, String> tree = new TreeMap<>(Map.of("apiKey", "0123-4567"));
        private final Map<String, String> concurrent =
                new ConcurrentHashMap<>(Map.of("client_secret", "tr0ub4dor"));
        private final Map<String, String> one = Map.of("refresh-token", "a1b2c3d4e5f6");
        private final Map<String, String> two = Map.of("passwd", "hunter2", "b", "c");
        private final IdentityHashMap<String, String> identity = new IdentityHashMap<>();
        private final Properties properties = new Properties();

        Vault() {
            identity.put("passwd", "hunter2");
            properties.setProperty("mail.password", "hunter2€");
        }
    }

    @Test
    void secretsOfARealHeapAreFound() throws Exception {
        Path dump = OwnHeap.dumpInto(directory, new Vault());
        assertThat(secrets(dump).rows())
                .filteredOn(SecretList.Row::isReachable)
                .extracting(row -> row.kind() + " " + row.holder())
                .contains(
                        "URL_PASSWORD io.heapsight.heap.HeapSecretsTest$Vault.url",
                        "NAMED io.heapsight.heap.HeapSecretsTest$Vault.passphrase",
                        "NAMED value of a key \"…password\" in java.util.HashMap",
                        "NAMED value of a key \"…apikey\" in java.util.TreeMap",
                        "NAMED value of a key \"…secret\" in java.util.concurrent.ConcurrentHashMap",
                        "NAMED value of a key \"…password\" in java.util.concurrent.ConcurrentHashMap",
                        "NAMED value of a key \"…token\" in java.util.ImmutableCollections$Map1",
                        "NAMED value of a key \"…passwd\" in java.util.ImmutableCollections$MapN",
                        "NAMED value of a key \"…passwd\" in java.util.IdentityHashMap");
    }

    @Test
    void redactedDumpHasNoSecrets() throws Exception {
        DumpBuilder dump = new DumpBuilder();
        DumpClass holder = dump.addClass("com.acme.Holder").reference("password");
        for (Planted each : Planted.values()) {
            long text = dump.string(each.text);
            dump.root(RootKind.JNI_GLOBAL, dump.instance(holder, "password", text));
        }
        Path file = dump.writeTo(directory);
        Path redacted = directory.resolve("redacted.hprof");
        try (HprofFile from = HprofFile.open(file);
                FileChannel out =
                        FileChannel.open(
                                redacted,
                                StandardOpenOption.CREATE_NEW,
                                StandardOpenOption.WRITE)) {
            Redaction.of(from, Progress.SILENT, new CancelSignal()).writeTo(out);
        }
        assertThat(secrets(file).rows()).isNotEmpty();
        assertThat(secrets(redacted)).isEqualTo(new SecretList(List.of(), 0, List.of()));
    }

    @ParameterizedTest
    @EnumSource
    void dumpsWithoutSecretsHaveNoFindings(GoldenDump dump) throws Exception {
        Path copy = Files.copy(dump.file(), directory.resolve("dump.hprof"));
        assertThat(secrets(copy).rows()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 3})
    void rowsAreAsManyAsAreAskedFor(int most) throws Exception {
        DumpBuilder dump = new DumpBuilder();
        for (Planted each : Planted.values()) {
            DumpClass holder = dump.addClass("com.acme.Of" + each).reference("text");
            dump.instance(holder, "text", dump.string(each.text));
        }
        Path file = dump.writeTo(directory);
        try (HeapExplorer explorer = RandomHeapExplorerTest.open(file)) {
            SecretList all = explorer.secrets(ALL);
            SecretList some = explorer.secrets(most);
            assertThat(some.rows()).isEqualTo(all.rows().subList(0, most));
            assertThat(some.total()).isEqualTo(all.rows().size());
        }
    }

    @Test
    void searchEndsAtItsTimeout() throws Exception {
        Path copy = Files.copy(GoldenDump.SERIAL_25.file(), directory.resolve("dump.hprof"));
        try (HeapExplorer explorer = RandomHeapExplorerTest.open(copy)) {
            explorer.limitQueries(Duration.ZERO);
            assertThatThrownBy(() -> explorer.secrets(ALL))
                    .isInstanceOf(ProblemException.class)
                    .hasMessageContaining("The search for secrets took too long");
        }
    }
}
