import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import org.opensearch.common.settings.Settings;
import org.opensearch.node.InternalSettingsPreparer;
import org.opensearch.node.Node;
import org.opensearch.transport.Netty4Plugin;

/** One OpenSearch node with HTTP and nothing else: arguments are its folder, its port for HTTP and one for itself. */
public class OpenSearchNode {
  static class WithHttp extends Node {
    WithHttp(Settings settings) {
      super(InternalSettingsPreparer.prepareEnvironment(settings, Map.of(), null, () -> "outside"), List.of(Netty4Plugin.class), false);
    }
  }

  public static void main(String[] arguments) throws Exception {
    new WithHttp(
            Settings.builder()
                .put("path.home", arguments[0])
                .put("cluster.name", "outside")
                .put("discovery.type", "single-node")
                .put("network.host", "127.0.0.1")
                .put("http.port", arguments[1])
                .put("transport.port", arguments[2])
                .put("transport.type", "netty4")
                .put("http.type", "netty4")
                // A full disk of the machine is none of its business: it would refuse to write.
                .put("cluster.routing.allocation.disk.threshold_enabled", false)
                .build())
        .start();
    new CountDownLatch(1).await();
  }
}
