package io.feige.protocol.codec;

import io.feige.protocol.command.GetSettings;
import io.feige.protocol.command.ListSalvage;
import io.feige.protocol.command.SalvageList;
import io.feige.protocol.command.SettingList;
import io.feige.protocol.model.SalvageFile;
import io.feige.protocol.model.SalvageTopic;
import io.feige.protocol.model.SettingTier;
import io.feige.protocol.model.ShownSetting;
import java.util.List;

/** Settings and salvage of a node, byte by byte, as {@code docs/wire-format.md} says. */
final class GoldenNodes {
  private static final SalvageFile SOUND =
      new SalvageFile(
          "pair-1",
          "3-9.salvage",
          1_700_000_000_000L,
          3,
          9,
          65_536,
          12,
          1,
          2,
          350,
          List.of(new SalvageTopic("orders", 7, 5, 300, 50, 10, 309, 4_711)),
          1,
          true,
          "");

  private static final SalvageFile DAMAGED =
      new SalvageFile("p", "f", 0, 0, 0, 0, 0, 0, 0, 0, List.of(), 0, false, "bad");

  private static final String SALVAGE_LIST =
      """
      00 00 00 fa              # length 250
      01                       # version 1
      1a                       # command 26 SALVAGE
      00 01                    # flags: RESPONSE
      00 00 00 07              # correlation id 7
      00 06                    # nodeId, length
      6e 6f 64 65 2d 31        # "node-1"
      00 02                    # files 2
      00 06                    # pair, length
      70 61 69 72 2d 31        # "pair-1"
      00 0b                    # file, length
      33 2d 39 2e 73 61 6c 76 61 67 65 # "3-9.salvage"
      00 00 01 8b cf e5 68 00  # cutMillis 1700000000000
      00 00 00 00 00 00 00 03  # cutEpoch 3
      00 00 00 00 00 00 00 09  # position 9
      00 00 00 00 00 01 00 00  # bytes 65536
      00 00 00 00 00 00 00 0c  # frames 12
      00 00 00 00 00 00 00 01  # firstEpoch 1
      00 00 00 00 00 00 00 02  # lastEpoch 2
      00 00 00 00 00 00 01 5e  # messages 350
      00 01                    # topics 1
      00 06                    # topic, length
      6f 72 64 65 72 73        # "orders"
      00 00 00 07              # partition 7
      00 00 00 00 00 00 00 05  # batches 5
      00 00 00 00 00 00 01 2c  # messages 300
      00 00 00 00 00 00 00 32  # delayedMessages 50
      00 00 00 00 00 00 00 0a  # firstOffset 10
      00 00 00 00 00 00 01 35  # lastOffset 309
      00 00 00 00 00 00 12 67  # bytes 4711
      00 00 00 01              # moreTopics 1
      01                       # isRead true
      00 00                    # damage, empty
      00 01                    # pair, length
      70                       # "p"
      00 01                    # file, length
      66                       # "f"
      00 00 00 00 00 00 00 00  # cutMillis 0: it cannot be read
      00 00 00 00 00 00 00 00  # cutEpoch 0
      00 00 00 00 00 00 00 00  # position 0
      00 00 00 00 00 00 00 00  # bytes 0
      00 00 00 00 00 00 00 00  # frames 0
      00 00 00 00 00 00 00 00  # firstEpoch 0
      00 00 00 00 00 00 00 00  # lastEpoch 0
      00 00 00 00 00 00 00 00  # messages 0
      00 00                    # topics 0
      00 00 00 00              # moreTopics 0
      00                       # isRead false
      00 03                    # damage, length
      62 61 64                 # "bad"
      00 00 00 02              # moreFiles 2
      """;

  private GoldenNodes() {}

  static List<Golden> all() {
    return List.of(getSettings(), settingList(), listSalvage(), salvageList());
  }

  static Golden getSettings() {
    return new Golden(
        new GetSettings(),
        """
        00 00 00 00              # length 0
        01                       # version 1
        19                       # command 25 SETTINGS
        00 00                    # flags: request
        00 00 00 07              # correlation id 7
        """);
  }

  static Golden settingList() {
    return new Golden(
        new SettingList(
            "node-1",
            List.of(
                new ShownSetting("listen.port", "7700", "flag", SettingTier.ESSENTIAL, "a port"),
                new ShownSetting("dev", "false", "default", SettingTier.RARE, ""))),
        """
        00 00 00 44              # length 68
        01                       # version 1
        19                       # command 25 SETTINGS
        00 01                    # flags: RESPONSE
        00 00 00 07              # correlation id 7
        00 06                    # nodeId, length
        6e 6f 64 65 2d 31        # "node-1"
        00 02                    # settings 2
        00 0b                    # key, length
        6c 69 73 74 65 6e 2e 70 6f 72 74 # "listen.port"
        00 04                    # value, length
        37 37 30 30              # "7700"
        00 04                    # origin, length
        66 6c 61 67              # "flag"
        01                       # tier ESSENTIAL 1
        00 06                    # meaning, length
        61 20 70 6f 72 74        # "a port"
        00 03                    # key, length
        64 65 76                 # "dev"
        00 05                    # value, length
        66 61 6c 73 65           # "false"
        00 07                    # origin, length
        64 65 66 61 75 6c 74     # "default"
        03                       # tier RARE 3
        00 00                    # meaning, empty
        """);
  }

  static Golden listSalvage() {
    return new Golden(
        new ListSalvage(100),
        """
        00 00 00 02              # length 2
        01                       # version 1
        1a                       # command 26 SALVAGE
        00 00                    # flags: request
        00 00 00 07              # correlation id 7
        00 64                    # limit 100
        """);
  }

  static Golden salvageList() {
    return new Golden(new SalvageList("node-1", List.of(SOUND, DAMAGED), 2), SALVAGE_LIST);
  }
}
