/* SPDX-License-Identifier: Apache-2.0 */
package com.acme;

import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.concurrent.locks.LockSupport;

/**
 * A system class loader that generates any class whose name begins with {@code com.acme.Evil}, for
 * names that no file can have. As a main class it is this one.
 */
public class AnyName extends ClassLoader {
    private static final int UTF8 = 1;
    private static final int CLASS = 7;
    private static final int JAVA_8 = 52;
    private static final int PUBLIC_SUPER = 0x21;

    public AnyName(ClassLoader parent) {
        super(parent);
    }

    public static void main(String[] args) {
        Ready.print();
        while (true) {
            LockSupport.park();
        }
    }

    @Override
    protected Class<?> findClass(String name) throws ClassNotFoundException {
        if (!name.startsWith("com.acme.Evil")) {
            throw new ClassNotFoundException(name);
        }
        try {
            byte[] file = classFile(name.replace('.', '/'));
            return defineClass(name, file, 0, file.length);
        } catch (IOException e) {
            throw new ClassNotFoundException(name, e);
        }
    }

    /** It declares nothing. */
    private static byte[] classFile(String name) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        DataOutputStream out = new DataOutputStream(bytes);
        out.writeInt(0xcafebabe);
        out.writeInt(JAVA_8);
        out.writeShort(5); // one more than the number of constants
        out.writeByte(UTF8);
        out.writeUTF(name);
        out.writeByte(CLASS);
        out.writeShort(1);
        out.writeByte(UTF8);
        out.writeUTF("com/acme/AnyName");
        out.writeByte(CLASS);
        out.writeShort(3);
        out.writeShort(PUBLIC_SUPER);
        out.writeShort(2);
        out.writeShort(4);
        out.writeLong(0); // no interfaces, fields, methods, attributes
        return bytes.toByteArray();
    }
}
