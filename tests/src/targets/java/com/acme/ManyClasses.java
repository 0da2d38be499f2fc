/* SPDX-License-Identifier: Apache-2.0 */
package com.acme;

import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.LockSupport;

/**
 * Defines classes, keeps one instance of each, and parks. Arguments: number of classes, and length
 * of their names in characters. Every 100 ms it keeps more objects, as many as the property {@code
 * growth}.
 */
public final class ManyClasses {
    private static final List<Object> KEPT = new ArrayList<>();

    private ManyClasses() {}

    /** The growing class. */
    private static final class Extra {
        final long[] values = new long[100];
    }

    public static void main(String[] args) throws Exception {
        int classes = Integer.parseInt(args[0]);
        int length = Integer.parseInt(args[1]);
        Definer definer = new Definer();
        for (int i = 0; i < classes; i++) {
            KEPT.add(definer.define(name(i, length)).getConstructor().newInstance());
        }
        Ready.print();
        int growth = Integer.getInteger("growth", 0);
        while (true) {
            LockSupport.parkNanos(100_000_000L);
            for (int i = 0; i < growth; i++) {
                KEPT.add(new Extra());
            }
        }
    }

    private static String name(int number, int length) {
        StringBuilder name = new StringBuilder("com.acme.made.p" + number % 97 + ".Class" + number);
        while (name.length() < length) {
            name.append("With").append(Integer.toString(number * 31 + name.length(), 36));
        }
        name.setLength(
                Math.max(length, ("com.acme.made.p" + number % 97 + ".Class" + number).length()));
        return name.toString();
    }

    private static final class Definer extends ClassLoader {
        Class<?> define(String name) throws IOException {
            byte[] bytes = classFile(name.replace('.', '/'));
            return defineClass(name, bytes, 0, bytes.length);
        }
    }

    /** A public class with a public constructor and nothing else. */
    private static byte[] classFile(String name) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        DataOutputStream out = new DataOutputStream(bytes);
        out.writeInt(0xcafebabe);
        out.writeShort(0);
        out.writeShort(52);
        out.writeShort(10); // constants 1 to 9
        utf8(out, name); // 1
        out.writeByte(7); // 2: this class
        out.writeShort(1);
        utf8(out, "java/lang/Object"); // 3
        out.writeByte(7); // 4: its superclass
        out.writeShort(3);
        utf8(out, "<init>"); // 5
        utf8(out, "()V"); // 6
        out.writeByte(12); // 7: name and type
        out.writeShort(5);
        out.writeShort(6);
        out.writeByte(10); // 8: Object's constructor
        out.writeShort(4);
        out.writeShort(7);
        utf8(out, "Code"); // 9
        out.writeShort(0x21);
        out.writeShort(2);
        out.writeShort(4);
        out.writeShort(0); // interfaces
        out.writeShort(0); // fields
        out.writeShort(1); // methods
        out.writeShort(1);
        out.writeShort(5);
        out.writeShort(6);
        out.writeShort(1);
        out.writeShort(9);
        out.writeInt(17);
        out.writeShort(1);
        out.writeShort(1);
        out.writeInt(5);
        out.write(new byte[] {0x2a, (byte) 0xb7, 0, 8, (byte) 0xb1}); // super(); return
        out.writeShort(0);
        out.writeShort(0);
        out.writeShort(0); // attributes
        return bytes.toByteArray();
    }

    private static void utf8(DataOutputStream out, String text) throws IOException {
        out.writeByte(1);
        out.writeUTF(text);
    }
}
