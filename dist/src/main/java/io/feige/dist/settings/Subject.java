package io.feige.dist.settings;

import io.feige.admin.boot.AdminSettings;
import io.feige.admin.config.AdminConfig;
import io.feige.broker.server.config.NodeConfig;
import io.feige.broker.server.config.NodeSettings;
import io.feige.config.ConfigSchema;
import io.feige.config.LoadedConfig;
import io.feige.proxy.config.ProxyConfig;
import io.feige.proxy.config.ProxySettings;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;

/**
 * Whose settings are meant.
 *
 * @param <C> what they are read into
 * @param dirKey the setting that says where everything is stored; empty: nothing is
 * @param portKey the setting that says which port clients use
 * @param schema what can be set
 * @param loader reads them
 */
public record Subject<C>(String dirKey, String portKey, ConfigSchema schema, Loader<C> loader) {
  /** A node. */
  public static final Subject<NodeConfig> NODE =
      new Subject<>("node.dir", "listen.port", NodeSettings.SCHEMA, NodeSettings::load);

  /** An Admin. */
  public static final Subject<AdminSettings> ADMIN =
      new Subject<>("admin.dir", "listen.port", AdminConfig.SCHEMA, AdminConfig::load);

  /** A proxy, which stores nothing. */
  public static final Subject<ProxySettings> PROXY =
      new Subject<>("", "http.port", ProxyConfig.SCHEMA, ProxyConfig::load);

  /** Reads settings from a file, the environment and flags. */
  public interface Loader<C> {
    /**
     * The settings.
     *
     * @throws io.feige.config.ConfigException naming everything that is wrong
     */
    LoadedConfig<C> load(
        Optional<Path> file, Map<String, String> environment, Map<String, String> flags);
  }
}
