/* SPDX-License-Identifier: Apache-2.0 */
import java.io.File;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import org.apache.zookeeper.CreateMode;
import org.apache.zookeeper.ZooDefs;
import org.apache.zookeeper.ZooKeeper;
import org.apache.zookeeper.server.NIOServerCnxnFactory;
import org.apache.zookeeper.server.ZooKeeperServer;

/** A ZooKeeper server with 5,000 nodes, and a client. */
public final class ZooKeeperHealthy {
    public static Object run() throws Exception {
        File folder = Files.createTempDirectory("zookeeper").toFile();
        ZooKeeperServer server = new ZooKeeperServer(folder, folder, 2_000);
        NIOServerCnxnFactory factory = new NIOServerCnxnFactory();
        factory.configure(new InetSocketAddress("127.0.0.1", 0), 10);
        factory.startup(server);
        ZooKeeper client = new ZooKeeper("127.0.0.1:" + factory.getLocalPort(), 10_000, event -> {});
        for (int i = 0; i < 5_000; i++) {
            client.create("/node-" + i, Plant.bytes(300, i), ZooDefs.Ids.OPEN_ACL_UNSAFE, CreateMode.PERSISTENT);
        }
        return new Object[] {factory, client};
    }
}
