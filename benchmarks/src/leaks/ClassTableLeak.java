/* SPDX-License-Identifier: Apache-2.0 */
/** A ClassValue with a large value per class: a cache that lives as long as the classes. */
public final class ClassTableLeak {
    static final ClassValue<byte[][]> SCHEMAS = new ClassValue<byte[][]>() {
        @Override
        protected byte[][] computeValue(Class<?> type) {
            byte[][] columns = new byte[2_000][];
            for (int i = 0; i < columns.length; i++) {
                columns[i] = Plant.bytes(120, i);
            }
            return columns;
        }
    };

    public static void run() {
        Class<?>[] types = {String.class, Integer.class, Long.class, Short.class, Byte.class, Double.class, Float.class, Character.class,
            Boolean.class, Thread.class, Object.class, Class.class, Math.class, System.class, Runtime.class, Number.class, Enum.class,
            Iterable.class, Runnable.class, Process.class, Package.class, Void.class, Error.class, Exception.class};
        for (Class<?> each : types) {
            SCHEMAS.get(each);
        }
    }
}
