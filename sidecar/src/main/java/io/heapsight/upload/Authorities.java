/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.upload;

import io.heapsight.unit.ProblemException;
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
import javax.net.ssl.TrustManagerFactory;

/** Certificate authorities of a PEM file. */
final class Authorities {
    private Authorities() {}

    /** TLS that trusts these, and no others. */
    static SSLContext trusting(Path file) throws ProblemException {
        try (InputStream in = Files.newInputStream(file)) {
            KeyStore trusted = KeyStore.getInstance(KeyStore.getDefaultType());
            trusted.load(null, null);
            for (Certificate each :
                    CertificateFactory.getInstance("X.509").generateCertificates(in)) {
                trusted.setCertificateEntry("authority " + trusted.size(), each);
            }
            if (trusted.size() == 0) {
                throw new CertificateException("no certificate is in it");
            }
            TrustManagerFactory trust =
                    TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
            trust.init(trusted);
            SSLContext tls = SSLContext.getInstance("TLS");
            tls.init(null, trust.getTrustManagers(), null);
            return tls;
        } catch (IOException | GeneralSecurityException e) {
            throw UploadProblem.authorities(file, e);
        }
    }
}
