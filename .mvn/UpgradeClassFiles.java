/* SPDX-License-Identifier: Apache-2.0 */

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassFileVersion;
import java.lang.classfile.ClassHierarchyResolver;
import java.lang.classfile.ClassModel;
import java.lang.classfile.ClassTransform;
import java.lang.classfile.CodeTransform;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Collections;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import java.util.zip.ZipOutputStream;

/**
 * Rewrites the classes of jars in the form of Java 8, where they are of an older one: {@code java
 * UpgradeClassFiles.java JAR...}. What they do stays the same; they get the stack maps that the
 * older form lacks. The JVM's archive of linked classes takes no class without them, and each start
 * of the program would read and verify hundreds of them anew.
 */
final class UpgradeClassFiles {
    private static final int JAVA_8 = 52;
    private static final String NOTE = "META-INF/REWRITTEN";

    public static void main(String[] jars) throws IOException {
        for (String jar : jars) {
            upgrade(Path.of(jar));
        }
    }

    private static void upgrade(Path jar) throws IOException {
        try (ZipFile from = new ZipFile(jar.toFile())) {
            if (from.getEntry(NOTE) != null) {
                return;
            }
            Path rewritten = jar.resolveSibling(jar.getFileName() + ".new");
            try (ZipOutputStream to = new ZipOutputStream(Files.newOutputStream(rewritten))) {
                for (ZipEntry entry : Collections.list(from.entries())) {
                    byte[] bytes = bytes(from, entry);
                    put(to, entry.getName(), isClass(entry) ? upgrade(from, bytes) : bytes);
                }
                String note = "Its class files were rewritten in the form of Java 8, with stack maps.\n";
                put(to, NOTE, note.getBytes(StandardCharsets.UTF_8));
            }
            Files.move(rewritten, jar, StandardCopyOption.ATOMIC_MOVE);
        }
    }

    private static boolean isClass(ZipEntry entry) {
        return entry.getName().endsWith(".class");
    }

    private static byte[] upgrade(ZipFile jar, byte[] bytes) {
        ClassFile classFile =
                ClassFile.of(
                        ClassFile.StackMapsOption.GENERATE_STACK_MAPS,
                        ClassFile.ClassHierarchyResolverOption.of(hierarchy(jar)));
        ClassModel model = classFile.parse(bytes);
        if (model.majorVersion() >= JAVA_8) {
            return bytes;
        }
        ClassTransform version =
                (to, element) -> {
                    if (element instanceof ClassFileVersion) {
                        to.withVersion(JAVA_8, 0);
                    } else {
                        to.with(element);
                    }
                };
        // Code that passes through a transformation is written anew, with its stack map.
        return classFile.transformClass(
                model, version.andThen(ClassTransform.transformingMethodBodies(CodeTransform.ACCEPT_ALL)));
    }

    /** Of the classes in the jar, and of the JDK's. */
    private static ClassHierarchyResolver hierarchy(ZipFile jar) {
        return ClassHierarchyResolver.ofResourceParsing(
                        type -> {
                            String name = type.descriptorString();
                            ZipEntry entry = jar.getEntry(name.substring(1, name.length() - 1) + ".class");
                            return entry == null ? null : open(jar, entry);
                        })
                .orElse(ClassHierarchyResolver.defaultResolver());
    }

    private static InputStream open(ZipFile jar, ZipEntry entry) {
        try {
            return jar.getInputStream(entry);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static byte[] bytes(ZipFile jar, ZipEntry entry) throws IOException {
        try (InputStream in = jar.getInputStream(entry)) {
            return in.readAllBytes();
        }
    }

    private static void put(ZipOutputStream to, String name, byte[] bytes) throws IOException {
        ZipEntry entry = new ZipEntry(name);
        entry.setTime(0); // the same jar from each build
        to.putNextEntry(entry);
        to.write(bytes);
        to.closeEntry();
    }
}
