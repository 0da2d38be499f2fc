/* SPDX-License-Identifier: Apache-2.0 */
import java.lang.management.ClassLoadingMXBean;
import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryPoolMXBean;
import java.lang.management.MemoryUsage;
import java.lang.management.ThreadMXBean;
import java.util.ArrayList;
import java.util.List;

/**
 * Allocates, collects (unless the argument is "idle"), prints the figures of its MXBeans, then
 * idles. Java 8.
 */
public class RecordedProgram {
    static Object last;
    static List<Object> kept = new ArrayList<>();

    public static void main(String[] args) throws Exception {
        if (args.length == 0) {
            allocate(80_000);
            System.gc();
            allocate(20_000);
            System.gc();
        }
        Thread.sleep(1000);
        printPools();
        for (GarbageCollectorMXBean gc : ManagementFactory.getGarbageCollectorMXBeans()) {
            print("gc", gc.getName(), gc.getCollectionCount(), gc.getCollectionTime());
        }
        printUsage("area", "heap", ManagementFactory.getMemoryMXBean().getHeapMemoryUsage());
        ClassLoadingMXBean classes = ManagementFactory.getClassLoadingMXBean();
        print("classes", classes.getTotalLoadedClassCount(), classes.getUnloadedClassCount());
        ThreadMXBean threads = ManagementFactory.getThreadMXBean();
        print(
                "threads",
                threads.getThreadCount(),
                threads.getDaemonThreadCount(),
                threads.getPeakThreadCount(),
                threads.getTotalStartedThreadCount());
        System.out.println("READY");
        System.out.flush();
        Thread.sleep(Long.MAX_VALUE);
    }

    private static void allocate(int kilobytes) {
        for (int i = 0; i < kilobytes; i++) {
            last = new byte[1000];
            if (i % 40 == 0) {
                kept.add(last);
            }
        }
    }

    private static void printPools() {
        for (MemoryPoolMXBean pool : ManagementFactory.getMemoryPoolMXBeans()) {
            printUsage("pool", pool.getName(), pool.getUsage());
        }
    }

    private static void printUsage(String kind, String name, MemoryUsage usage) {
        print(kind, name, usage.getUsed(), usage.getCommitted(), usage.getMax());
    }

    private static void print(Object... fields) {
        StringBuilder line = new StringBuilder();
        for (Object field : fields) {
            line.append(line.length() == 0 ? "" : "\t").append(field);
        }
        System.out.println(line);
    }
}
