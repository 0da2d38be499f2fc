/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.upload;

import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.KeyStore;
import java.security.PrivateKey;
import java.security.cert.Certificate;
import java.security.cert.CertificateFactory;
import java.security.spec.PKCS8EncodedKeySpec;
import java.util.Base64;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLServerSocket;

/** The self-signed certificate of the tests, for localhost. */
public final class TlsFiles {
    private TlsFiles() {}

    public static Path certificate() {
        return resource("/tls/certificate.pem");
    }

    public static SSLServerSocket serverSocket() throws IOException, GeneralSecurityException {
        Certificate certificate;
        try (InputStream in = Files.newInputStream(certificate())) {
            certificate = CertificateFactory.getInstance("X.509").generateCertificate(in);
        }
        KeyStore store = KeyStore.getInstance("PKCS12");
        store.load(null, null);
        store.setKeyEntry("server", key(certificate), new char[0], new Certificate[] {certificate});
        KeyManagerFactory keys =
                KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
        keys.init(store, new char[0]);
        SSLContext tls = SSLContext.getInstance("TLS");
        tls.init(keys.getKeyManagers(), null, null);
        return (SSLServerSocket)
                tls.getServerSocketFactory()
                        .createServerSocket(0, 10, InetAddress.ofLiteral("127.0.0.1"));
    }

    private static PrivateKey key(Certificate certificate)
            throws IOException, GeneralSecurityException {
        String pem = Files.readString(resource("/tls/key.pem"));
        byte[] encoded = Base64.getMimeDecoder().decode(pem.replaceAll("-----[A-Z ]+-----", ""));
        return KeyFactory.getInstance(certificate.getPublicKey().getAlgorithm())
                .generatePrivate(new PKCS8EncodedKeySpec(encoded));
    }

    private static Path resource(String name) {
        try {
            return Path.of(TlsFiles.class.getResource(name).toURI());
        } catch (URISyntaxException e) {
            throw new IllegalStateException(e);
        }
    }
}
