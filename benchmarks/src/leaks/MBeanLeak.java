/* SPDX-License-Identifier: Apache-2.0 */
import java.lang.management.ManagementFactory;
import javax.management.ObjectName;

/** An MBean per connection, never unregistered. */
public final class MBeanLeak {
    public interface ConnectionMBean {
        int getSize();
    }

    public static final class Connection implements ConnectionMBean {
        final byte[] buffer = Plant.bytes(300, 1);

        @Override
        public int getSize() {
            return buffer.length;
        }
    }

    public static void run() throws Exception {
        for (int i = 0; i < 8_000; i++) {
            ManagementFactory.getPlatformMBeanServer().registerMBean(new Connection(), new ObjectName("shop:type=Connection,id=" + i));
        }
    }
}
