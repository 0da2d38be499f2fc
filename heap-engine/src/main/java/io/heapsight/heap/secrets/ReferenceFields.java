/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.heap.secrets;

import io.heapsight.heap.classes.HeapClass;
import io.heapsight.heap.classes.HeapClasses;
import io.heapsight.hprof.BasicType;
import io.heapsight.hprof.ClassDump;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The reference fields of instances of a class: their names, and those that hold keys and values of
 * a map.
 *
 * @param entry the fields of a map's entry; null for any other class
 * @param table the field of a map that stores keys and values in turn; null for any other class
 */
record ReferenceFields(List<Field> fields, @Nullable Entry entry, @Nullable Field table) {
    private static final List<List<String>> ENTRIES =
            List.of(List.of("key", "value"), List.of("key", "val"), List.of("k0", "v0"));

    /** Maps that store keys and values in turn, with the name of the field. */
    private static final Map<String, String> TABLES =
            Map.of(
                    "java/util/ImmutableCollections$MapN", "table",
                    "java/util/IdentityHashMap", "table");

    /**
     * A reference field.
     *
     * @param offset among the bytes of an instance
     * @param className the class that declares it
     * @param isNamed whether the name suggests a secret
     */
    record Field(int offset, String className, String name, boolean isNamed) {
        /** The name in a finding: "com.acme.Config.password". */
        String holder() {
            return className + "." + name;
        }
    }

    /**
     * The key and the value of a map's entry.
     *
     * @param map the class of the map
     */
    record Entry(Field key, Field value, String map) {}

    static ReferenceFields of(HeapClasses classes, HeapClass of, int idBytes) {
        List<Field> fields = new ArrayList<>();
        int offset = 0;
        for (HeapClass level : classes.lineage(of)) {
            ClassDump dump = level.dump();
            for (int i = 0; dump != null && i < dump.fieldTypes().length; i++) {
                if (dump.fieldTypes()[i] == BasicType.OBJECT.code()) {
                    String name = classes.fieldName(dump.fieldNames()[i]);
                    fields.add(
                            new Field(
                                    offset,
                                    level.name(),
                                    name,
                                    SecretNames.word(name).isPresent()));
                }
                offset += BasicType.bytesOf(dump.fieldTypes()[i], idBytes);
            }
        }
        String table = TABLES.getOrDefault(of.rawName(), "");
        return new ReferenceFields(
                List.copyOf(fields), entry(of.name(), fields), named(fields, table).orElse(null));
    }

    private static @Nullable Entry entry(String className, List<Field> fields) {
        for (List<String> names : ENTRIES) {
            Optional<Field> key = named(fields, names.getFirst());
            Optional<Field> value = named(fields, names.getLast());
            if (key.isPresent() && value.isPresent()) {
                boolean isNested = names.getFirst().equals("key");
                return new Entry(
                        key.get(), value.get(), isNested ? outermost(className) : className);
            }
        }
        return null;
    }

    private static Optional<Field> named(List<Field> fields, String name) {
        return fields.stream().filter(field -> field.name.equals(name)).findFirst();
    }

    /** {@code java.util.HashMap} of {@code java.util.HashMap$Node}. */
    private static String outermost(String className) {
        int dollar = className.indexOf('$');
        return dollar < 0 ? className : className.substring(0, dollar);
    }

    /** Whether instances may hold a secret that is recognized by name. */
    boolean isNamed() {
        return entry != null || table != null || fields.stream().anyMatch(Field::isNamed);
    }

    boolean isOfEntry(Field field) {
        return entry != null && (field.equals(entry.key) || field.equals(entry.value));
    }
}
