/* SPDX-License-Identifier: Apache-2.0 */
import java.io.ByteArrayOutputStream;
import java.io.InputStream;
import java.net.HttpURLConnection;
import java.net.URL;

/** Requests a URL: java HttpLoad URL REQUESTS_PER_SECOND. A connection is kept alive per thread. */
public final class HttpLoad {
    private HttpLoad() {}

    public static void main(String[] args) throws Exception {
        URL url = new URL(args[0]);
        Load.run(4, Double.parseDouble(args[1]), () -> answer(url));
    }

    private static int answer(URL url) throws Exception {
        HttpURLConnection connection = (HttpURLConnection) url.openConnection();
        connection.setReadTimeout(30_000);
        ByteArrayOutputStream body = new ByteArrayOutputStream();
        try (InputStream input = connection.getInputStream()) {
            byte[] buffer = new byte[8192];
            for (int read; (read = input.read(buffer)) >= 0; ) {
                body.write(buffer, 0, read);
            }
        }
        if (connection.getResponseCode() != 200) {
            throw new IllegalStateException("status " + connection.getResponseCode());
        }
        return body.size();
    }
}
