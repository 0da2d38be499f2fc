/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.hprof;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A class of a {@link DumpBuilder}; each method adds to it and returns it. */
public final class DumpClass {
    private final String name;
    private final long address;
    private final @Nullable DumpClass superClass;
    private final List<Field> fields = new ArrayList<>();
    private final List<Static> statics = new ArrayList<>();
    private final List<PoolEntry> pool = new ArrayList<>();
    private long loader;
    private long signers;
    private long protectionDomain;

    /** An instance field. */
    public record Field(String name, BasicType type) {}

    /**
     * A static field.
     *
     * @param value a Number, Character or Boolean; for a reference, its address
     */
    public record Static(String name, BasicType type, Object value) {}

    /** An entry of the constant pool; HotSpot writes none. */
    record PoolEntry(int index, BasicType type, Object value) {}

    DumpClass(String name, long address, @Nullable DumpClass superClass) {
        this.name = name;
        this.address = address;
        this.superClass = superClass;
    }

    /** Declares an instance field; values follow the order of declaration. */
    public DumpClass field(String field, BasicType type) {
        fields.add(new Field(field, type));
        return this;
    }

    /** Declares a reference field. */
    public DumpClass reference(String field) {
        return field(field, BasicType.OBJECT);
    }

    public DumpClass staticField(String field, BasicType type, Object value) {
        statics.add(new Static(field, type, value));
        return this;
    }

    public DumpClass staticReference(String field, long target) {
        return staticField(field, BasicType.OBJECT, target);
    }

    public DumpClass constant(int index, BasicType type, Object value) {
        pool.add(new PoolEntry(index, type, value));
        return this;
    }

    public DumpClass loadedBy(long loaderAddress) {
        loader = loaderAddress;
        return this;
    }

    public DumpClass signedBy(long signersAddress) {
        signers = signersAddress;
        return this;
    }

    public DumpClass protectedBy(long protectionDomainAddress) {
        protectionDomain = protectionDomainAddress;
        return this;
    }

    /** The name in Java source; of an array "com.acme.Node[]". */
    public String name() {
        return name;
    }

    /** The name in the file: "com/acme/Node", "[Lcom/acme/Node;", "[I". */
    String fileName() {
        if (!name.endsWith("[]")) {
            return name.replace('.', '/');
        }
        String element = name.substring(0, name.length() - 2);
        if (element.endsWith("[]")) {
            return "[" + new DumpClass(element, 0, null).fileName();
        }
        return switch (element) {
            case "boolean" -> "[Z";
            case "char" -> "[C";
            case "float" -> "[F";
            case "double" -> "[D";
            case "byte" -> "[B";
            case "short" -> "[S";
            case "int" -> "[I";
            case "long" -> "[J";
            default -> "[L" + element.replace('.', '/') + ";";
        };
    }

    public long address() {
        return address;
    }

    public @Nullable DumpClass superClass() {
        return superClass;
    }

    public long loader() {
        return loader;
    }

    public long signers() {
        return signers;
    }

    public long protectionDomain() {
        return protectionDomain;
    }

    /** The fields that it declares. */
    public List<Field> fields() {
        return fields;
    }

    public List<Static> statics() {
        return statics;
    }

    List<PoolEntry> pool() {
        return pool;
    }

    /** The instance fields in the order of the file: its own, then those of its superclasses. */
    public List<Field> allFields() {
        List<Field> all = new ArrayList<>(fields);
        if (superClass != null) {
            all.addAll(superClass.allFields());
        }
        return all;
    }
}
