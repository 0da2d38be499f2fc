/* SPDX-License-Identifier: Apache-2.0 */
package com.acme;

import java.io.File;
import java.lang.management.ManagementFactory;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.apache.logging.log4j.LogManager;
import org.apache.logging.log4j.Logger;

/**
 * Exports records, and logs with Log4j 2 to standard output: twenty lines a record at INFO, one per
 * thousand records at WARN. The level is -Dlog4j2.level.
 *
 * <p>Argument: the number of records. It waits for a file /tmp/go, prints DONE on standard error
 * after the export, and stays.
 */
public final class Export {
    private static final Logger LOG = LogManager.getLogger(Export.class);
    private static final int LINES_EACH = 20;
    private static final int BATCH = 100;

    /** Time that the other side of an export needs for a batch. */
    private static final long BATCH_NANOS = TimeUnit.MILLISECONDS.toNanos(40);

    /** Escape analysis must not remove the work. */
    private static volatile long checksum;

    private Export() {}

    public static void main(String[] args) {
        int records = Integer.parseInt(args[0]);
        LOG.warn("{} records at level {}", records, LOG.getLevel());
        String name = ManagementFactory.getRuntimeMXBean().getName();
        System.err.println("READY " + name.substring(0, name.indexOf('@')));
        File go = new File("/tmp/go");
        while (!go.exists()) {
            LockSupport.parkNanos(BATCH_NANOS);
        }
        for (int i = 0; i < records; i++) {
            export(i);
            if (i % BATCH == BATCH - 1) {
                LockSupport.parkNanos(BATCH_NANOS);
            }
        }
        System.err.println("DONE " + checksum);
        while (true) {
            LockSupport.park();
        }
    }

    private static void export(int number) {
        TreeMap<String, String> fields = new TreeMap<>();
        for (int i = 0; i < LINES_EACH; i++) {
            fields.put("field-" + (number * 31 + i) % 97, "value-" + number);
            LOG.info("record {}: field {} of {} was exported", number, i, LINES_EACH);
        }
        if (number % 1000 == 0) {
            LOG.warn("record {} has no owner", number);
        }
        checksum += fields.hashCode();
    }
}
