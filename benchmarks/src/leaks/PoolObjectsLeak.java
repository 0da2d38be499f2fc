/* SPDX-License-Identifier: Apache-2.0 */
import org.apache.commons.pool2.BasePooledObjectFactory;
import org.apache.commons.pool2.PooledObject;
import org.apache.commons.pool2.impl.DefaultPooledObject;
import org.apache.commons.pool2.impl.GenericObjectPool;

/** Objects that are borrowed from a pool and never returned. */
public final class PoolObjectsLeak {
    static GenericObjectPool<byte[]> parsers;

    public static void run() throws Exception {
        parsers = new GenericObjectPool<>(new BasePooledObjectFactory<byte[]>() {
            @Override
            public byte[] create() {
                return Plant.bytes(1_000, 1);
            }

            @Override
            public PooledObject<byte[]> wrap(byte[] parser) {
                return new DefaultPooledObject<>(parser);
            }
        });
        parsers.setMaxTotal(-1);
        for (int i = 0; i < 10_000; i++) {
            parsers.borrowObject();
        }
    }
}
