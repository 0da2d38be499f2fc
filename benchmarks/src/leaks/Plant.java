/* SPDX-License-Identifier: Apache-2.0 */
import java.io.File;
import java.lang.management.ManagementFactory;
import java.lang.reflect.Method;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import javax.management.ObjectName;

/** Runs a leak or a healthy program, dumps the heap, and ends: java Plant CLASS FILE. */
public final class Plant {
    private Plant() {}

    public static void main(String[] args) throws Exception {
        Held.kept = run(Class.forName(args[0]));
        System.gc();
        ManagementFactory.getPlatformMBeanServer().invoke(new ObjectName("com.sun.management:type=HotSpotDiagnostic"), "dumpHeap",
                new Object[] {args[1], false}, new String[] {"java.lang.String", "boolean"});
        Runtime.getRuntime().halt(0);
    }

    private static Object run(Class<?> program) throws Exception {
        Method run = program.getMethod("run");
        return run.invoke(null);
    }

    /** An array of this many bytes, of the application's own. */
    static byte[] bytes(int size, int seed) {
        byte[] made = new byte[size];
        for (int i = 0; i < size; i++) {
            made[i] = (byte) (i * 31 + seed * 17 + 1);
        }
        return made;
    }

    /** A web application in a folder: classes with that name prefix in WEB-INF/classes. */
    static File webapp(String prefix) throws Exception {
        Path root = Files.createTempDirectory("webapp");
        Path classes = Files.createDirectories(root.resolve("WEB-INF/classes"));
        File from = new File(Plant.class.getProtectionDomain().getCodeSource().getLocation().toURI());
        for (File each : from.listFiles((folder, name) -> name.startsWith(prefix))) {
            Files.copy(each.toPath(), classes.resolve(each.getName()));
        }
        return root.toFile();
    }

    static void park() {
        try {
            Thread.sleep(Long.MAX_VALUE);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    static String text(int i) {
        char[] filled = new char[40];
        Arrays.fill(filled, (char) ('a' + i % 26));
        return "order " + i + " " + new String(filled);
    }
}
