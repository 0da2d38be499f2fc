/* SPDX-License-Identifier: Apache-2.0 */
import java.lang.management.ManagementFactory;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.net.URI;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.Paths;
import java.nio.file.ProviderNotFoundException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import java.util.zip.ZipFile;
import javax.management.ObjectName;

/**
 * Adds a column to a table of object sizes: those of the current JVM. Creates an instance of each
 * class without a constructor, then requests a histogram. Runs on JDK 8 and later; see record.sh.
 */
public class RecordSizes {
    private static final String[] PACKAGES = {
        "java.lang.", "java.util.", "java.util.concurrent."
    };
    private static final List<Object> KEPT = new ArrayList<>();
    private static Object unsafe;

    public static void main(String[] args) throws Throwable {
        Path table = Paths.get(args[0]);
        Map<String, String> rows = new LinkedHashMap<>();
        String header = "#class\tsuper\tfields";
        if (Files.exists(table)) {
            for (String line : Files.readAllLines(table)) {
                if (line.startsWith("#")) {
                    header = line;
                } else {
                    String[] cells = line.split("\t");
                    rows.put(cells[0], line);
                }
            }
        }
        Field field = Class.forName("sun.misc.Unsafe").getDeclaredField("theUnsafe");
        field.setAccessible(true);
        unsafe = field.get(null);
        Method fieldsOf = Class.class.getDeclaredMethod("getDeclaredFields0", boolean.class);
        fieldsOf.setAccessible(true);

        Map<String, Class<?>> classes = new LinkedHashMap<>();
        for (String name : names()) {
            make(name, classes);
        }
        Map<String, Long> sizes = sizes();
        List<String> out = new ArrayList<>();
        out.add(header + "\t" + args[1]);
        for (Class<?> of : classes.values()) {
            out.add(
                    row(rows, of.getName(), superName(of), fields(of, fieldsOf))
                            + "\t"
                            + (sizes.containsKey(of.getName()) ? sizes.get(of.getName()) : "-"));
        }
        Method base = unsafe.getClass().getMethod("arrayBaseOffset", Class.class);
        for (Object array : arrays()) {
            out.add(
                    row(rows, array.getClass().getName(), "-", "-")
                            + "\t"
                            + base.invoke(unsafe, array.getClass()));
        }
        Files.write(table, out);
        Runtime.getRuntime().halt(0);
    }

    private static Object[] arrays() {
        return new Object[] {
            new boolean[0], new char[0], new float[0], new double[0], new byte[0], new short[0],
            new int[0], new long[0], new Object[0]
        };
    }

    private static String row(Map<String, String> rows, String name, String parent, String fields) {
        String known = rows.get(name);
        return known != null ? known : name + "\t" + parent + "\t" + fields;
    }

    private static String superName(Class<?> of) {
        return of.getSuperclass() == null ? "-" : of.getSuperclass().getName();
    }

    private static String fields(Class<?> of, Method fieldsOf) throws Exception {
        StringBuilder letters = new StringBuilder();
        boolean backtrace = of != Throwable.class;
        for (Field field : (Field[]) fieldsOf.invoke(of, false)) {
            if (!Modifier.isStatic(field.getModifiers())) {
                backtrace |= field.getName().equals("backtrace");
                Class<?> type = field.getType();
                letters.append(type.isPrimitive() ? letter(type) : 'L');
            }
        }
        if (!backtrace) {
            letters.append('L'); // JDK 8 hides it even from its own reflection
        }
        return letters.length() == 0 ? "-" : letters.toString();
    }

    private static char letter(Class<?> primitive) {
        return java.lang.reflect.Array.newInstance(primitive, 0).getClass().getName().charAt(1);
    }

    private static void make(String name, Map<String, Class<?>> classes) {
        try {
            Class<?> of = Class.forName(name, false, null);
            if (of.isInterface() || Modifier.isAbstract(of.getModifiers())) {
                return;
            }
            Method allocate = unsafe.getClass().getMethod("allocateInstance", Class.class);
            KEPT.add(allocate.invoke(unsafe, of));
            add(of, classes);
        } catch (Throwable e) {
            // a class that cannot be instantiated here
        }
    }

    private static void add(Class<?> of, Map<String, Class<?>> classes) {
        if (of != null && !classes.containsKey(of.getName())) {
            add(of.getSuperclass(), classes);
            classes.put(of.getName(), of);
        }
    }

    private static boolean wanted(String name) {
        if (name.endsWith("-info")) {
            return false;
        }
        String owner = name.contains("$") ? name.substring(0, name.indexOf('$')) : name;
        for (String prefix : PACKAGES) {
            if (owner.startsWith(prefix) && owner.indexOf('.', prefix.length()) < 0) {
                return true;
            }
        }
        return name.startsWith("java.lang.ref.")
                || name.startsWith("java.lang.reflect.")
                || name.equals("jdk.internal.reflect.ConstantPool")
                || name.startsWith("java.lang.invoke.M")
                || name.startsWith("java.lang.invoke.R")
                || name.contains("CallSite")
                || name.startsWith("java.util.concurrent.");
    }

    private static List<String> names() throws Exception {
        List<String> names = new ArrayList<>();
        try {
            FileSystem modules = FileSystems.getFileSystem(URI.create("jrt:/"));
            try (Stream<Path> files = Files.walk(modules.getPath("/modules/java.base"))) {
                int prefix = "/modules/java.base/".length();
                files.map(Path::toString)
                        .filter(file -> file.length() > prefix)
                        .forEach(file -> addName(file.substring(prefix), names));
            }
        } catch (ProviderNotFoundException beforeJdk9) {
            try (ZipFile jar = new ZipFile(System.getProperty("java.home") + "/lib/rt.jar")) {
                jar.stream().forEach(entry -> addName(entry.getName(), names));
            }
        }
        Collections.sort(names);
        return names;
    }

    private static void addName(String file, List<String> names) {
        if (file.endsWith(".class")) {
            String name = file.substring(0, file.length() - 6).replace('/', '.');
            if (wanted(name)) {
                names.add(name);
            }
        }
    }

    /** Bytes of an instance by class, from the histogram, if all instances have one size. */
    private static Map<String, Long> sizes() throws Exception {
        String histogram =
                (String)
                        ManagementFactory.getPlatformMBeanServer()
                                .invoke(
                                        new ObjectName(
                                                "com.sun.management:type=DiagnosticCommand"),
                                        "gcClassHistogram",
                                        new Object[] {new String[] {"-all"}},
                                        new String[] {String[].class.getName()});
        Map<String, Long> sizes = new HashMap<>();
        List<String> variable = Arrays.asList("java.lang.Class", "jdk.internal.vm.StackChunk");
        for (String line : histogram.split("\n")) {
            String[] cells = line.trim().split("\\s+");
            if (cells.length >= 4 && cells[0].endsWith(":") && !variable.contains(cells[3])) {
                sizes.put(cells[3], Long.parseLong(cells[2]) / Long.parseLong(cells[1]));
            }
        }
        return sizes;
    }
}
