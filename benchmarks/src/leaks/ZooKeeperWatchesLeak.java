/* SPDX-License-Identifier: Apache-2.0 */
import org.apache.zookeeper.KeeperException;
import org.apache.zookeeper.WatchedEvent;
import org.apache.zookeeper.Watcher;
import org.apache.zookeeper.server.DataTree;

/** Clients of a ZooKeeper server that watch nodes without changes. */
public final class ZooKeeperWatchesLeak {
    static final class Client implements Watcher {
        @Override
        public void process(WatchedEvent event) {}
    }

    public static Object run() throws Exception {
        DataTree tree = new DataTree();
        Client[] clients = new Client[200];
        for (int i = 0; i < 200; i++) {
            clients[i] = new Client();
        }
        for (int i = 0; i < 60_000; i++) {
            try {
                tree.statNode("/order-" + i / 4, clients[i % 200]);
            } catch (KeeperException.NoNodeException e) {
                continue;
            }
        }
        return tree;
    }
}
