/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.unit;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.security.cert.CertificateException;
import java.security.cert.CertificateFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManager;
import javax.net.ssl.TrustManagerFactory;

/** Reads the X.509 certificates of a PEM file. */
public final class PemCertificates {
    private PemCertificates() {}

    /**
     * A TLS context that trusts only these certificates.
     *
     * @param named the key or option that names the file
     */
    public static SSLContext trusted(String named, Path file) throws ProblemException {
        try {
            SSLContext tls = SSLContext.getInstance("TLS");
            tls.init(null, trustManagers(named, file), null);
            return tls;
        } catch (GeneralSecurityException e) {
            throw unreadable(named, file, e);
        }
    }

    /**
     * Trust managers that trust only these certificates.
     *
     * @param named the key or option that names the file
     */
    public static TrustManager[] trustManagers(String named, Path file) throws ProblemException {
        try (InputStream in = Files.newInputStream(file)) {
            KeyStore trusted = KeyStore.getInstance(KeyStore.getDefaultType());
            trusted.load(null, null);
            for (Certificate each :
                    CertificateFactory.getInstance("X.509").generateCertificates(in)) {
                trusted.setCertificateEntry("certificate " + trusted.size(), each);
            }
            if (trusted.size() == 0) {
                throw new CertificateException("no certificate is in it");
            }
            TrustManagerFactory trust =
                    TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
            trust.init(trusted);
            return trust.getTrustManagers();
        } catch (IOException | GeneralSecurityException e) {
            throw unreadable(named, file, e);
        }
    }

    private static ProblemException unreadable(String named, Path file, Exception e) {
        Throwable reason = e.getCause() instanceof IOException unreadable ? unreadable : e;
        return new ProblemException(
                Problem.Kind.UNAVAILABLE,
                "The certificates can't be read",
                named + "=" + file + ": " + IoReason.why(reason),
                "Give a PEM file of X.509 certificates.",
                e);
    }
}
