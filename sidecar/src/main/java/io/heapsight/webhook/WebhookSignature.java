/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.webhook;

import io.heapsight.unit.IoReason;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.util.HexFormat;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * Signs bodies, so that the receiver can check the sender and the time:
 *
 * <pre>
 * X-Heapsight-Timestamp: 1764150000
 * X-Heapsight-Signature: v1=HEX
 *                        HMAC-SHA256, keyed with the secret, of the timestamp, a dot and the body
 * </pre>
 *
 * @param secretFile file with the secret, surrounded by optional white space; read at each use, so
 *     that it can be rotated
 */
record WebhookSignature(Path secretFile) {
    static final String TIMESTAMP = "X-Heapsight-Timestamp";
    static final String SIGNATURE = "X-Heapsight-Signature";

    private static final String ALGORITHM = "HmacSHA256";
    private static final int MOST_BYTES = 4096;

    /**
     * Returns the value of the header.
     *
     * @throws IOException if there is no secret
     */
    String of(long epochSeconds, String body) throws IOException {
        try {
            Mac mac = Mac.getInstance(ALGORITHM);
            mac.init(new SecretKeySpec(secret(), ALGORITHM));
            byte[] signed = (epochSeconds + "." + body).getBytes(StandardCharsets.UTF_8);
            return "v1=" + HexFormat.of().formatHex(mac.doFinal(signed));
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every JDK has " + ALGORITHM, e);
        }
    }

    private byte[] secret() throws IOException {
        String text;
        try (var in = Files.newInputStream(secretFile)) {
            text = new String(in.readNBytes(MOST_BYTES), StandardCharsets.UTF_8).strip();
        } catch (IOException e) {
            throw new IOException("the secret can't be read: " + IoReason.of(e), e);
        }
        if (text.isEmpty()) {
            throw new IOException("the secret's file is empty: " + secretFile);
        }
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
