package io.feige.dist;

import io.feige.dist.admin.AdminCommand;
import io.feige.dist.admin.AlertsCommand;
import io.feige.dist.admin.EventsCommand;
import io.feige.dist.admin.StatusCommand;
import io.feige.dist.bench.BenchAllCommand;
import io.feige.dist.bench.BenchCommand;
import io.feige.dist.bench.BenchDiskCommand;
import io.feige.dist.bench.BenchPublishCommand;
import io.feige.dist.bench.BenchPullCommand;
import io.feige.dist.bench.BenchReplicatedCommand;
import io.feige.dist.bench.BenchRoundtripCommand;
import io.feige.dist.bench.BenchSlowReadersCommand;
import io.feige.dist.bench.BenchStoreCommand;
import io.feige.dist.bench.BenchTlsCommand;
import io.feige.dist.certificate.CertCommand;
import io.feige.dist.certificate.CertInitCommand;
import io.feige.dist.certificate.CertIssueCommand;
import io.feige.dist.chaos.ChaosCommand;
import io.feige.dist.cli.CompletionCommand;
import io.feige.dist.cli.Context;
import io.feige.dist.cli.DurationConverter;
import io.feige.dist.cli.Environment;
import io.feige.dist.cli.ExitCode;
import io.feige.dist.cli.Failures;
import io.feige.dist.cli.GlobalOptions;
import io.feige.dist.cli.Terminal;
import io.feige.dist.cli.UsageErrors;
import io.feige.dist.cli.VersionCommand;
import io.feige.dist.client.ClientCommand;
import io.feige.dist.client.ClientListCommand;
import io.feige.dist.cluster.DownCommand;
import io.feige.dist.cluster.UpCommand;
import io.feige.dist.delayed.DelayedCancelCommand;
import io.feige.dist.delayed.DelayedCommand;
import io.feige.dist.delayed.DelayedListCommand;
import io.feige.dist.demo.DemoCommand;
import io.feige.dist.disk.DiskCommand;
import io.feige.dist.failover.BenchFailoverCommand;
import io.feige.dist.group.GroupCommand;
import io.feige.dist.group.GroupDeleteCommand;
import io.feige.dist.group.GroupDescribeCommand;
import io.feige.dist.group.GroupListCommand;
import io.feige.dist.group.GroupResetCommand;
import io.feige.dist.history.HistoryCommand;
import io.feige.dist.history.HistoryFindCommand;
import io.feige.dist.history.HistoryShowCommand;
import io.feige.dist.history.SqlCommand;
import io.feige.dist.history.SqlMigrateCommand;
import io.feige.dist.journal.JournalCommand;
import io.feige.dist.journal.JournalDumpCommand;
import io.feige.dist.journal.JournalVerifyCommand;
import io.feige.dist.letter.LetterCommand;
import io.feige.dist.letter.LetterDropCommand;
import io.feige.dist.letter.LetterListCommand;
import io.feige.dist.letter.LetterReasonsCommand;
import io.feige.dist.letter.LetterReplayCommand;
import io.feige.dist.letter.LetterShowCommand;
import io.feige.dist.mailbox.MailboxAckCommand;
import io.feige.dist.mailbox.MailboxCommand;
import io.feige.dist.mailbox.MailboxDeleteCommand;
import io.feige.dist.mailbox.MailboxListCommand;
import io.feige.dist.mailbox.MailboxReadCommand;
import io.feige.dist.mailbox.MailboxSubscribeCommand;
import io.feige.dist.mailbox.MailboxSubscribersCommand;
import io.feige.dist.mailbox.MailboxSubscriptionsCommand;
import io.feige.dist.mailbox.MailboxUnsubscribeCommand;
import io.feige.dist.message.PublishCommand;
import io.feige.dist.message.PullCommand;
import io.feige.dist.message.ReadCommand;
import io.feige.dist.message.TraceCommand;
import io.feige.dist.node.NodeCommand;
import io.feige.dist.node.NodeDescribeCommand;
import io.feige.dist.node.NodeListCommand;
import io.feige.dist.node.NodeRestoreCommand;
import io.feige.dist.pair.PairCommand;
import io.feige.dist.pair.PairDescribeCommand;
import io.feige.dist.pair.PairDrillCommand;
import io.feige.dist.pair.PairHistoryCommand;
import io.feige.dist.pair.PairListCommand;
import io.feige.dist.pair.PairPromoteCommand;
import io.feige.dist.pair.PairSwitchCommand;
import io.feige.dist.proxy.ProxyCommand;
import io.feige.dist.proxy.ProxyDisconnectCommand;
import io.feige.dist.proxy.ProxyDrainCommand;
import io.feige.dist.proxy.ProxyNoticeCommand;
import io.feige.dist.proxy.ProxySessionsCommand;
import io.feige.dist.quota.QuotaCommand;
import io.feige.dist.quota.QuotaDeleteCommand;
import io.feige.dist.quota.QuotaListCommand;
import io.feige.dist.quota.QuotaSetCommand;
import io.feige.dist.salvage.SalvageCommand;
import io.feige.dist.salvage.SalvageDropCommand;
import io.feige.dist.salvage.SalvageListCommand;
import io.feige.dist.salvage.SalvageReplayCommand;
import io.feige.dist.salvage.SalvageShowCommand;
import io.feige.dist.settings.ConfigCheckCommand;
import io.feige.dist.settings.ConfigCommand;
import io.feige.dist.settings.ConfigPrintCommand;
import io.feige.dist.settings.ConfigShowCommand;
import io.feige.dist.topic.TopicAlterCommand;
import io.feige.dist.topic.TopicCommand;
import io.feige.dist.topic.TopicCreateCommand;
import io.feige.dist.topic.TopicDeleteCommand;
import io.feige.dist.topic.TopicDescribeCommand;
import io.feige.dist.topic.TopicListCommand;
import io.feige.dist.torture.TortureCommand;
import io.feige.dist.user.TokenCommand;
import io.feige.dist.user.TokenCreateCommand;
import io.feige.dist.user.TokenListCommand;
import io.feige.dist.user.TokenRevokeCommand;
import io.feige.dist.user.UserAlterCommand;
import io.feige.dist.user.UserCommand;
import io.feige.dist.user.UserCreateCommand;
import io.feige.dist.user.UserDeleteCommand;
import io.feige.dist.user.UserDisableCommand;
import io.feige.dist.user.UserEnableCommand;
import io.feige.dist.user.UserListCommand;
import io.feige.dist.user.UserPasswdCommand;
import io.feige.dist.work.FlowCommand;
import io.feige.dist.work.FlowCreateCommand;
import io.feige.dist.work.FlowDescribeCommand;
import io.feige.dist.work.FlowDropCommand;
import io.feige.dist.work.FlowListCommand;
import io.feige.dist.work.FlowTopCommand;
import io.feige.dist.work.RequestCommand;
import io.feige.dist.work.WorkCommand;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import picocli.CommandLine;
import picocli.CommandLine.Help;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.UsageMessageSpec;

/** All commands, put together by hand. */
final class CommandTree {
  private static final int USAGE_WIDTH = 100;
  private static final int OPTION_COLUMN = 34;
  private static final String SHARED_OPTIONS =
      String.format(
          "%nOptions that all commands share (--server, --token, --json, ...): see 'feige --help'.%n");

  private final GlobalOptions global;
  private final Terminal terminal;
  private final Context context;

  private CommandTree(Terminal terminal, Environment environment) {
    this.global = new GlobalOptions(environment);
    this.terminal = terminal;
    this.context = new Context(global, terminal);
  }

  /** The command line, ready to be executed once. */
  static CommandLine of(Terminal terminal, Environment environment) {
    return new CommandTree(terminal, environment).build();
  }

  private CommandLine build() {
    CommandLine root = new CommandLine(new Feige());
    root.addMixin("global", global);
    root.getCommandSpec().usageMessage().sortOptions(false).abbreviateSynopsis(true);
    add(root, "demo", new DemoCommand(context), checking("a promise was broken"));
    addCluster(root);
    addPairs(root);
    addNode(root);
    addMessages(root);
    addTopics(root);
    addWork(root);
    addGroups(root);
    addDelayed(root);
    addLetters(root);
    addMailboxes(root);
    addJournal(root);
    addSalvage(root);
    addStore(root);
    addUsers(root);
    addCertificates(root);
    addBench(root);
    add(root, "chaos", new ChaosCommand(context), checking("a promise was broken"));
    add(root, "torture", new TortureCommand(context), checking("a promise was broken"));
    local(root, "version", new VersionCommand(context));
    local(root, "completion", new CompletionCommand(context));
    PrintWriter out = new PrintWriter(terminal.out(), true, StandardCharsets.UTF_8);
    return root.setCaseInsensitiveEnumValuesAllowed(true)
        .registerConverter(Duration.class, new DurationConverter())
        .setExecutionExceptionHandler(new Failures(terminal, global))
        .setParameterExceptionHandler(new UsageErrors(terminal))
        .setUsageHelpWidth(USAGE_WIDTH)
        .setUsageHelpLongOptionsMaxWidth(OPTION_COLUMN)
        .setOut(out)
        .setErr(new PrintWriter(terminal.err(), true, StandardCharsets.UTF_8));
  }

  private void addCluster(CommandLine root) {
    local(root, "up", new UpCommand(context));
    local(root, "down", new DownCommand(context));
    remote(root, "status", new StatusCommand(context));
    remote(root, "alerts", new AlertsCommand(context));
    remote(root, "events", new EventsCommand(context));
    remote(root, "disk", new DiskCommand(context));
    CommandLine client = group(root, "client", new ClientCommand());
    remote(client, "list", new ClientListCommand(context));
  }

  private void addPairs(CommandLine root) {
    CommandLine pair = group(root, "pair", new PairCommand());
    remote(pair, "list", new PairListCommand(context));
    remote(pair, "describe", new PairDescribeCommand(context));
    remote(pair, "history", new PairHistoryCommand(context));
    remote(pair, "switch", new PairSwitchCommand(context));
    remote(pair, "promote", new PairPromoteCommand(context));
    add(
        pair,
        "drill",
        new PairDrillCommand(context),
        ExitCode.with(ExitCode.remote(), ExitCode.DAMAGED, "the drill has failed"));
  }

  private void addSalvage(CommandLine root) {
    CommandLine salvage = group(root, "salvage", new SalvageCommand());
    Map<String, String> codes = checking("a salvage file is damaged");
    Map<String, String> asking =
        ExitCode.with(ExitCode.remote(), ExitCode.DAMAGED, "a salvage file is damaged");
    add(salvage, "list", new SalvageListCommand(context), asking);
    add(salvage, "show", new SalvageShowCommand(context), codes);
    add(salvage, "replay", new SalvageReplayCommand(context), asking);
    local(salvage, "drop", new SalvageDropCommand(context));
  }

  private void addMessages(CommandLine root) {
    remote(root, "publish", new PublishCommand(context));
    remote(root, "pull", new PullCommand(context));
    remote(root, "read", new ReadCommand(context));
    remote(root, "trace", new TraceCommand(context));
  }

  private void addNode(CommandLine root) {
    Map<String, String> codes = checking("the settings are not usable");
    CommandLine node = add(root, "node", new NodeCommand(), codes);
    add(node, "restore", new NodeRestoreCommand(context), codes);
    remote(node, "list", new NodeListCommand(context));
    remote(node, "describe", new NodeDescribeCommand(context));
    add(root, "admin", new AdminCommand(), codes);
    CommandLine proxy = add(root, "proxy", new ProxyCommand(), codes);
    remote(proxy, "sessions", new ProxySessionsCommand(context));
    remote(proxy, "disconnect", new ProxyDisconnectCommand(context));
    remote(proxy, "notice", new ProxyNoticeCommand(context));
    remote(proxy, "drain", new ProxyDrainCommand(context));
    CommandLine config = group(root, "config", new ConfigCommand());
    add(config, "check", new ConfigCheckCommand(context), codes);
    add(config, "print", new ConfigPrintCommand(context), codes);
    remote(config, "show", new ConfigShowCommand(context));
  }

  private void addTopics(CommandLine root) {
    CommandLine topic = group(root, "topic", new TopicCommand());
    remote(topic, "create", new TopicCreateCommand(context));
    remote(topic, "alter", new TopicAlterCommand(context));
    remote(topic, "list", new TopicListCommand(context));
    remote(topic, "describe", new TopicDescribeCommand(context));
    remote(topic, "delete", new TopicDeleteCommand(context));
  }

  private void addWork(CommandLine root) {
    CommandLine flow = group(root, "flow", new FlowCommand());
    remote(flow, "create", new FlowCreateCommand(context));
    remote(flow, "list", new FlowListCommand(context));
    remote(flow, "describe", new FlowDescribeCommand(context));
    remote(flow, "top", new FlowTopCommand(context));
    remote(flow, "drop", new FlowDropCommand(context));
    remote(root, "request", new RequestCommand(context));
    remote(root, "work", new WorkCommand(context));
  }

  private void addGroups(CommandLine root) {
    CommandLine group = group(root, "group", new GroupCommand());
    remote(group, "list", new GroupListCommand(context));
    remote(group, "describe", new GroupDescribeCommand(context));
    remote(group, "reset", new GroupResetCommand(context));
    remote(group, "delete", new GroupDeleteCommand(context));
  }

  private void addDelayed(CommandLine root) {
    CommandLine delayed = group(root, "delayed", new DelayedCommand());
    remote(delayed, "list", new DelayedListCommand(context));
    remote(delayed, "cancel", new DelayedCancelCommand(context));
  }

  private void addLetters(CommandLine root) {
    CommandLine letter = group(root, "letter", new LetterCommand());
    remote(letter, "reasons", new LetterReasonsCommand(context));
    remote(letter, "list", new LetterListCommand(context));
    remote(letter, "show", new LetterShowCommand(context));
    remote(letter, "replay", new LetterReplayCommand(context));
    remote(letter, "drop", new LetterDropCommand(context));
  }

  private void addMailboxes(CommandLine root) {
    CommandLine mailbox = group(root, "mailbox", new MailboxCommand());
    remote(mailbox, "list", new MailboxListCommand(context));
    remote(mailbox, "read", new MailboxReadCommand(context));
    remote(mailbox, "ack", new MailboxAckCommand(context));
    remote(mailbox, "subscribe", new MailboxSubscribeCommand(context));
    remote(mailbox, "unsubscribe", new MailboxUnsubscribeCommand(context));
    remote(mailbox, "subscriptions", new MailboxSubscriptionsCommand(context));
    remote(mailbox, "subscribers", new MailboxSubscribersCommand(context));
    remote(mailbox, "delete", new MailboxDeleteCommand(context));
  }

  private void addJournal(CommandLine root) {
    CommandLine journal = group(root, "journal", new JournalCommand());
    Map<String, String> codes = checking("the journal is damaged");
    add(journal, "verify", new JournalVerifyCommand(context), codes);
    add(journal, "dump", new JournalDumpCommand(context), codes);
  }

  private void addStore(CommandLine root) {
    CommandLine history = group(root, "history", new HistoryCommand());
    local(history, "find", new HistoryFindCommand(context));
    local(history, "show", new HistoryShowCommand(context));
    CommandLine sql = group(root, "sql", new SqlCommand());
    local(sql, "migrate", new SqlMigrateCommand(context));
  }

  private void addUsers(CommandLine root) {
    CommandLine user = group(root, "user", new UserCommand());
    remote(user, "create", new UserCreateCommand(context));
    remote(user, "list", new UserListCommand(context));
    remote(user, "alter", new UserAlterCommand(context));
    remote(user, "passwd", new UserPasswdCommand(context));
    remote(user, "disable", new UserDisableCommand(context));
    remote(user, "enable", new UserEnableCommand(context));
    remote(user, "delete", new UserDeleteCommand(context));
    CommandLine token = group(root, "token", new TokenCommand());
    remote(token, "create", new TokenCreateCommand(context));
    remote(token, "list", new TokenListCommand(context));
    remote(token, "revoke", new TokenRevokeCommand(context));
    CommandLine quota = group(root, "quota", new QuotaCommand());
    remote(quota, "set", new QuotaSetCommand(context));
    remote(quota, "list", new QuotaListCommand(context));
    remote(quota, "delete", new QuotaDeleteCommand(context));
  }

  private void addCertificates(CommandLine root) {
    CommandLine cert = group(root, "cert", new CertCommand());
    local(cert, "init", new CertInitCommand(context));
    local(cert, "issue", new CertIssueCommand(context));
  }

  private void addBench(CommandLine root) {
    CommandLine bench = group(root, "bench", new BenchCommand());
    remote(bench, "all", new BenchAllCommand(context));
    remote(bench, "publish", new BenchPublishCommand(context));
    remote(bench, "pull", new BenchPullCommand(context));
    remote(bench, "roundtrip", new BenchRoundtripCommand(context));
    local(bench, "replicated", new BenchReplicatedCommand(context));
    local(bench, "store", new BenchStoreCommand(context));
    local(bench, "disk", new BenchDiskCommand(context));
    local(bench, "failover", new BenchFailoverCommand(context));
    local(bench, "tls", new BenchTlsCommand(context));
    local(bench, "slow-readers", new BenchSlowReadersCommand(context));
  }

  private static Map<String, String> checking(String bad) {
    return ExitCode.with(ExitCode.local(), ExitCode.DAMAGED, bad);
  }

  private void remote(CommandLine parent, String name, Object command) {
    add(parent, name, command, ExitCode.remote());
  }

  private void local(CommandLine parent, String name, Object command) {
    add(parent, name, command, ExitCode.local());
  }

  private static CommandLine group(CommandLine root, String name, Object command) {
    return add(root, name, command, ExitCode.local());
  }

  /** Parents first: a command takes over the shared options when it is added below one. */
  private static CommandLine add(
      CommandLine parent, String name, Object command, Map<String, String> exitCodes) {
    parent.addSubcommand(name, command);
    CommandLine added = parent.getSubcommands().get(name);
    if (added == null) {
      throw new IllegalStateException("command " + name + " was not added");
    }
    added
        .getCommandSpec()
        .usageMessage()
        .sortOptions(false)
        .abbreviateSynopsis(true)
        .requiredOptionMarker('*')
        .exitCodeListHeading("%nExit codes:%n")
        .exitCodeList(exitCodes)
        .sectionMap()
        .put(UsageMessageSpec.SECTION_KEY_OPTION_LIST, CommandTree::ownOptions);
    return added;
  }

  /** Those that all commands share would hide them. */
  private static String ownOptions(Help help) {
    List<OptionSpec> own =
        help.commandSpec().options().stream().filter(option -> !option.inherited()).toList();
    return help.optionListExcludingGroups(own) + help.optionListGroupSections() + SHARED_OPTIONS;
  }
}
