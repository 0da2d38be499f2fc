/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.benchmarks;

import java.io.BufferedInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.net.ConnectException;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Locale;
import java.util.concurrent.locks.LockSupport;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Times scrapes of a sidecar: {@code ScrapeTimes HOST PORT}. A trivial request on the same
 * connection follows each. Exits with 1 if the 99th percentile exceeds the bound.
 */
public final class ScrapeTimes {
    private static final double MOST_P99_MILLIS = 3;
    private static final int WARM_UP = 100;
    private static final int SCRAPES = 1000;
    private static final long EVERY_NANOS = 20_000_000;
    private static final double NANOS_PER_MILLI = 1e6;
    private static final double MILLIS_PER_SECOND = 1e3;
    private static final double BYTES_PER_KIB = 1024;

    /** The headers of Prometheus. */
    private static final String ACCEPT =
            "application/openmetrics-text;version=1.0.0;q=0.6,text/plain;version=0.0.4;q=0.4";

    private static final Pattern LENGTH =
            Pattern.compile("\r\ncontent-length: (\\d+)\r\n", Pattern.CASE_INSENSITIVE);
    private static final String SAMPLES = "heapsight_samples_total";
    private static final String CPU = "heapsight_process_cpu_seconds_total";

    private ScrapeTimes() {}

    public static void main(String[] args) throws IOException {
        try (Socket socket = connect(args[0], Integer.parseInt(args[1]))) {
            socket.setTcpNoDelay(true);
            System.exit(measure(socket) ? 0 : 1);
        }
    }

    /** The sidecar may still be starting. */
    private static Socket connect(String host, int port) throws IOException {
        for (int attempt = 0; ; attempt++) {
            try {
                return new Socket(host, port);
            } catch (ConnectException e) {
                if (attempt == SCRAPES) {
                    throw e;
                }
                LockSupport.parkNanos(EVERY_NANOS);
            }
        }
    }

    private static boolean measure(Socket socket) throws IOException {
        InputStream in = new BufferedInputStream(socket.getInputStream(), 1 << 16);
        long[] scrapes = new long[SCRAPES];
        long[] firsts = new long[SCRAPES];
        long[] idle = new long[SCRAPES];
        int firstCount = 0;
        int bytes = 0;
        String samples = "";
        double cpuBefore = 0;
        double cpu = 0;
        long next = System.nanoTime();
        for (int i = -WARM_UP; i < SCRAPES; i++) {
            next += EVERY_NANOS;
            LockSupport.parkNanos(next - System.nanoTime());
            long begin = System.nanoTime();
            byte[] page = get(socket, in, "/metrics");
            long scraped = System.nanoTime();
            get(socket, in, "/healthz");
            long end = System.nanoTime();
            String sampled = value(page, SAMPLES);
            if (i == 0) {
                cpuBefore = Double.parseDouble(value(page, CPU));
            }
            if (i >= 0) {
                cpu = Double.parseDouble(value(page, CPU));
                scrapes[i] = scraped - begin;
                idle[i] = end - scraped;
                bytes = page.length;
                if (!sampled.equals(samples)) {
                    firsts[firstCount++] = scrapes[i];
                }
            }
            samples = sampled;
        }
        System.out.printf(
                Locale.ROOT, "%-34s %6s %12s %12s %12s%n", "ms", "", "median", "p99", "highest");
        String size = String.format(Locale.ROOT, "/metrics, %.1f KiB", bytes / BYTES_PER_KIB);
        double p99 = row(size, scrapes);
        row("  first scrape after a sample", Arrays.copyOf(firsts, firstCount));
        row("/healthz, for comparison", idle);
        System.out.printf(
                Locale.ROOT,
                "%-34s %19.2f%n",
                "CPU of the sidecar for both",
                (cpu - cpuBefore) * MILLIS_PER_SECOND / (SCRAPES - 1));
        boolean held = p99 <= MOST_P99_MILLIS;
        System.out.printf(
                Locale.ROOT,
                "p99 at most %.0f ms: %s%n",
                MOST_P99_MILLIS,
                held ? "held" : "BROKEN");
        return held;
    }

    /** Prints a row; returns the 99th percentile in milliseconds. */
    private static double row(String what, long[] nanos) {
        Arrays.sort(nanos);
        double p99 = nanos[nanos.length * 99 / 100] / NANOS_PER_MILLI;
        System.out.printf(
                Locale.ROOT,
                "%-34s %6d %12.2f %12.2f %12.2f%n",
                what,
                nanos.length,
                nanos[nanos.length / 2] / NANOS_PER_MILLI,
                p99,
                nanos[nanos.length - 1] / NANOS_PER_MILLI);
        return p99;
    }

    /** The value of the series without labels, as text. */
    private static String value(byte[] page, String name) {
        return new String(page, StandardCharsets.UTF_8)
                .lines()
                .filter(line -> line.startsWith(name + " "))
                .map(line -> line.substring(name.length() + 1))
                .findFirst()
                .orElseThrow(() -> new IllegalStateException("no " + name + " on the page"));
    }

    /** The body of an answer. */
    private static byte[] get(Socket socket, InputStream in, String path) throws IOException {
        String request =
                "GET " + path + " HTTP/1.1\r\nHost: sidecar\r\nAccept: " + ACCEPT + "\r\n\r\n";
        socket.getOutputStream().write(request.getBytes(StandardCharsets.US_ASCII));
        StringBuilder head = new StringBuilder(256);
        while (head.length() < 4 || !head.substring(head.length() - 4).equals("\r\n\r\n")) {
            int next = in.read();
            if (next < 0) {
                throw new EOFException("the sidecar has hung up");
            }
            head.append((char) next);
        }
        Matcher length = LENGTH.matcher(head);
        if (!head.substring(0, 15).equals("HTTP/1.1 200 OK") || !length.find()) {
            throw new IOException(path + ": " + head);
        }
        return in.readNBytes(Integer.parseInt(length.group(1)));
    }
}
