/* SPDX-License-Identifier: Apache-2.0 */
package com.acme;

import ch.qos.logback.classic.Level;
import com.sun.management.GcInfo;
import com.sun.management.OperatingSystemMXBean;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.ByteArrayOutputStream;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryPoolMXBean;
import java.lang.management.MemoryType;
import java.lang.management.MemoryUsage;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Paths;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.ToLongFunction;
import java.util.logging.LogRecord;
import java.util.logging.SimpleFormatter;
import java.util.logging.StreamHandler;
import java.util.stream.Collectors;
import org.slf4j.LoggerFactory;

/**
 * Exports records on request, on port 8080, and logs to standard output, which is the file
 * /tmp/output: twenty lines a record at INFO, one per thousand records at WARN.
 *
 * <p>POST /loggers sets the level. POST /job exports and answers at the end. POST /last answers,
 * exports, prints its measurements and exits. GET /truth has a line for each job: nanoseconds, CPU
 * nanoseconds, bytes allocated, bytes logged, lines logged, collections, their milliseconds,
 * classes, mean resident bytes, then the maxima of metaspace, of heap after a collection, and of
 * threads. Arguments: logback or jul, and the number of records.
 */
public final class ExportService {
    private static final int LINES_EACH = 20;
    private static final int WARN_EACH = 1000;
    private static final int BATCH = 100;

    /** Time that the other side of an export needs for a batch. */
    private static final long BATCH_NANOS = TimeUnit.MILLISECONDS.toNanos(20);

    private static final OperatingSystemMXBean PROCESS =
            (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
    private static final com.sun.management.ThreadMXBean THREADS =
            (com.sun.management.ThreadMXBean) ManagementFactory.getThreadMXBean();

    /** Escape analysis must not remove the work. */
    private static volatile long checksum;

    private final Log log;
    private final int records;
    private final StringBuilder truth = new StringBuilder();

    private ExportService(Log log, int records) {
        this.log = log;
        this.records = records;
    }

    public static void main(String[] args) throws IOException {
        Log log = args[0].equals("jul") ? new JavaUtilLogging() : new Logback();
        ExportService service = new ExportService(log, Integer.parseInt(args[1]));
        HttpServer server = HttpServer.create(new InetSocketAddress(8080), 0);
        server.setExecutor(Executors.newSingleThreadExecutor());
        server.createContext("/loggers", exchange -> answer(exchange, service.level(exchange)));
        server.createContext("/job", exchange -> answer(exchange, service.job()));
        server.createContext("/last", service::lastJob);
        server.createContext("/truth", exchange -> answer(exchange, service.truth.toString()));
        server.start();
        String name = ManagementFactory.getRuntimeMXBean().getName();
        System.err.println("READY " + name.substring(0, name.indexOf('@')));
    }

    private String level(HttpExchange exchange) throws IOException {
        ByteArrayOutputStream level = new ByteArrayOutputStream();
        InputStream body = exchange.getRequestBody();
        for (int b = body.read(); b >= 0; b = body.read()) {
            level.write(b);
        }
        log.level(new String(level.toByteArray(), StandardCharsets.UTF_8));
        return "";
    }

    /** Answers, exports, and exits. */
    private void lastJob(HttpExchange exchange) throws IOException {
        answer(exchange, "");
        job();
        System.out.println(truth);
        System.exit(0);
    }

    private String job() {
        File output = new File("/tmp/output");
        long thread = Thread.currentThread().getId();
        long[] before = {
            System.nanoTime(),
            PROCESS.getProcessCpuTime(),
            THREADS.getThreadAllocatedBytes(thread),
            output.length(),
            collections(GarbageCollectorMXBean::getCollectionCount),
            collections(GarbageCollectorMXBean::getCollectionTime)
        };
        long lines = 0;
        Levels levels = new Levels();
        for (int i = 0; i < records; i++) {
            lines += export(i);
            if (i % BATCH == BATCH - 1) {
                LockSupport.parkNanos(BATCH_NANOS);
                levels.look();
            }
        }
        truth.append(System.nanoTime() - before[0])
                .append(' ')
                .append(PROCESS.getProcessCpuTime() - before[1])
                .append(' ')
                .append(THREADS.getThreadAllocatedBytes(thread) - before[2])
                .append(' ')
                .append(output.length() - before[3])
                .append(' ')
                .append(lines)
                .append(' ')
                .append(collections(GarbageCollectorMXBean::getCollectionCount) - before[4])
                .append(' ')
                .append(collections(GarbageCollectorMXBean::getCollectionTime) - before[5])
                .append(' ')
                .append(ManagementFactory.getClassLoadingMXBean().getLoadedClassCount())
                .append(levels)
                .append('\n');
        return Long.toString(checksum);
    }

    /** Repeatedly sampled figures of the process. */
    private static final class Levels {
        private static final long PAGE = 4096;
        private static final Set<String> HEAP =
                ManagementFactory.getMemoryPoolMXBeans().stream()
                        .filter(pool -> pool.getType() == MemoryType.HEAP)
                        .map(MemoryPoolMXBean::getName)
                        .collect(Collectors.toSet());

        private final long begun = System.nanoTime();
        private long lookedAt = begun;
        private long resident = resident();
        private double residentNanos;
        private long metaspaceMost;
        private long afterCollectionMost;
        private int threadsMost;

        void look() {
            long now = System.nanoTime();
            long before = resident;
            resident = resident();
            residentNanos += (now - lookedAt) * (before + resident) / 2.0;
            lookedAt = now;
            threadsMost = Math.max(threadsMost, THREADS.getThreadCount());
            afterCollectionMost = Math.max(afterCollectionMost, afterCollection());
            for (MemoryPoolMXBean pool : ManagementFactory.getMemoryPoolMXBeans()) {
                if (pool.getName().equals("Metaspace")) {
                    metaspaceMost = Math.max(metaspaceMost, pool.getUsage().getUsed());
                }
            }
        }

        private static long resident() {
            try {
                String statm =
                        new String(
                                Files.readAllBytes(Paths.get("/proc/self/statm")),
                                StandardCharsets.US_ASCII);
                return Long.parseLong(statm.split(" ")[1]) * PAGE;
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }

        /** Heap bytes after the last collection of any collector. */
        private static long afterCollection() {
            long latest = -1;
            long used = 0;
            for (GarbageCollectorMXBean each : ManagementFactory.getGarbageCollectorMXBeans()) {
                GcInfo last = ((com.sun.management.GarbageCollectorMXBean) each).getLastGcInfo();
                if (last != null && last.getEndTime() > latest) {
                    latest = last.getEndTime();
                    used = 0;
                    for (Map.Entry<String, MemoryUsage> pool :
                            last.getMemoryUsageAfterGc().entrySet()) {
                        used += HEAP.contains(pool.getKey()) ? pool.getValue().getUsed() : 0;
                    }
                }
            }
            return used;
        }

        @Override
        public String toString() {
            return " "
                    + (long) (residentNanos / Math.max(1, lookedAt - begun))
                    + " "
                    + metaspaceMost
                    + " "
                    + afterCollectionMost
                    + " "
                    + threadsMost;
        }
    }

    private static long collections(ToLongFunction<GarbageCollectorMXBean> figure) {
        return ManagementFactory.getGarbageCollectorMXBeans().stream().mapToLong(figure).sum();
    }

    /** Exports one record; returns the number of logged lines. */
    private long export(int number) {
        TreeMap<String, String> fields = new TreeMap<>();
        for (int i = 0; i < LINES_EACH; i++) {
            fields.put("field-" + (number * 31 + i) % 97, "value-" + number);
            log.info("record " + number + ": field " + i + " was exported");
        }
        checksum += fields.hashCode();
        long warned = number % WARN_EACH == 0 ? 1 : 0;
        if (warned > 0) {
            log.warn("record " + number + " has no owner");
        }
        return warned + (log.isInfo() ? LINES_EACH : 0);
    }

    private static void answer(HttpExchange exchange, String text) throws IOException {
        byte[] body = text.getBytes(StandardCharsets.UTF_8);
        exchange.sendResponseHeaders(200, body.length == 0 ? -1 : body.length);
        exchange.getResponseBody().write(body);
        exchange.close();
    }

    /** The destination of log lines. */
    private interface Log {
        void level(String name);

        boolean isInfo();

        void info(String line);

        void warn(String line);
    }

    private static final class Logback implements Log {
        private final ch.qos.logback.classic.Logger logger =
                (ch.qos.logback.classic.Logger) LoggerFactory.getLogger(ExportService.class);

        @Override
        public void level(String name) {
            logger.setLevel(Level.valueOf(name));
        }

        @Override
        public boolean isInfo() {
            return logger.isInfoEnabled();
        }

        @Override
        public void info(String line) {
            logger.info(line);
        }

        @Override
        public void warn(String line) {
            logger.warn(line);
        }
    }

    private static final class JavaUtilLogging implements Log {
        private final java.util.logging.Logger logger =
                java.util.logging.Logger.getLogger(ExportService.class.getName());

        JavaUtilLogging() {
            System.setProperty(
                    "java.util.logging.SimpleFormatter.format", "%1$tF %1$tT.%1$tL %4$s %5$s%n");
            logger.setUseParentHandlers(false);
            logger.addHandler(
                    new StreamHandler(System.out, new SimpleFormatter()) {
                        @Override
                        public synchronized void publish(LogRecord line) {
                            super.publish(line);
                            flush(); // like a console
                        }
                    });
        }

        @Override
        public void level(String name) {
            logger.setLevel(java.util.logging.Level.parse(name.replace("WARN", "WARNING")));
        }

        @Override
        public boolean isInfo() {
            return logger.isLoggable(java.util.logging.Level.INFO);
        }

        @Override
        public void info(String line) {
            logger.info(line);
        }

        @Override
        public void warn(String line) {
            logger.warning(line);
        }
    }
}
