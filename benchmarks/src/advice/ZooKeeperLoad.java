/* SPDX-License-Identifier: Apache-2.0 */
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.zookeeper.CreateMode;
import org.apache.zookeeper.KeeperException;
import org.apache.zookeeper.ZooDefs;
import org.apache.zookeeper.ZooKeeper;

/**
 * Repeatedly writes and reads 5,000 ZooKeeper nodes of 1 KB: java ZooKeeperLoad
 * OPERATIONS_PER_SECOND.
 */
public final class ZooKeeperLoad {
    private static final AtomicInteger NEXT = new AtomicInteger();

    private ZooKeeperLoad() {}

    public static void main(String[] args) throws Exception {
        ZooKeeper keeper = new ZooKeeper("127.0.0.1:12181", 30_000, event -> {});
        Load.run(4, Double.parseDouble(args[0]), () -> {
            String path = "/order-" + NEXT.getAndIncrement() % 5000;
            try {
                keeper.setData(path, new byte[1000], -1);
            } catch (KeeperException.NoNodeException e) {
                keeper.create(path, new byte[1000], ZooDefs.Ids.OPEN_ACL_UNSAFE, CreateMode.PERSISTENT);
            }
            return keeper.getData(path, false, null);
        });
    }
}
