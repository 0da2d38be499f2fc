/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.prometheus;

import io.heapsight.unit.IoReason;
import io.heapsight.unit.Problem;
import io.heapsight.unit.ProblemException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.KeyStore;
import java.security.PrivateKey;
import java.security.cert.Certificate;
import java.security.cert.CertificateException;
import java.security.cert.CertificateFactory;
import java.security.spec.InvalidKeySpecException;
import java.security.spec.PKCS8EncodedKeySpec;
import java.util.Base64;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.net.ssl.KeyManager;
import javax.net.ssl.KeyManagerFactory;

/** Reads a client certificate and its private key. */
final class ClientCertificate {
    private static final List<String> ALGORITHMS = List.of("RSA", "EC", "EdDSA");
    private static final long MOST_BYTES = 1 << 20;
    private static final Pattern KEY =
            Pattern.compile(
                    "-----BEGIN PRIVATE KEY-----([A-Za-z0-9+/=\\s]+)-----END PRIVATE KEY-----");

    private ClientCertificate() {}

    static KeyManager[] keyManagers(Path certificate, Path key) throws ProblemException {
        char[] none = new char[0];
        Path reading = certificate;
        try (InputStream in = Files.newInputStream(certificate)) {
            Certificate[] chain =
                    CertificateFactory.getInstance("X.509")
                            .generateCertificates(in)
                            .toArray(Certificate[]::new);
            if (chain.length == 0) {
                throw new CertificateException("no certificate is in it");
            }
            reading = key;
            KeyStore store = KeyStore.getInstance(KeyStore.getDefaultType());
            store.load(null, null);
            store.setKeyEntry("client", privateKey(key), none, chain);
            KeyManagerFactory keys =
                    KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
            keys.init(store, none);
            return keys.getKeyManagers();
        } catch (IOException | GeneralSecurityException e) {
            Throwable reason = e.getCause() instanceof IOException unreadable ? unreadable : e;
            throw new ProblemException(
                    Problem.Kind.BAD_REQUEST,
                    "The client certificate can't be used",
                    reading + ": " + IoReason.why(reason),
                    "Give --cert-file and --key-file in PEM; convert other keys: openssl pkcs8"
                            + " -topk8 -nodes -in KEY -out FILE.",
                    e);
        }
    }

    private static PrivateKey privateKey(Path file) throws IOException, GeneralSecurityException {
        if (Files.size(file) > MOST_BYTES) {
            throw new IOException("it is too long for a key");
        }
        Matcher pem = KEY.matcher(Files.readString(file, StandardCharsets.ISO_8859_1));
        if (!pem.find()) {
            throw new IOException("it has no unencrypted key of PKCS #8 (BEGIN PRIVATE KEY)");
        }
        PKCS8EncodedKeySpec key =
                new PKCS8EncodedKeySpec(Base64.getMimeDecoder().decode(pem.group(1)));
        for (String algorithm : ALGORITHMS) {
            try {
                return KeyFactory.getInstance(algorithm).generatePrivate(key);
            } catch (InvalidKeySpecException _) {
                // of another algorithm
            }
        }
        throw new IOException("it is not a key of RSA, EC or EdDSA");
    }
}
