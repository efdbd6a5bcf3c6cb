package io.feige.dist.house;

import com.sun.source.tree.ClassTree;
import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.tree.MethodTree;
import com.sun.source.tree.Tree;
import com.sun.source.util.JavacTask;
import com.sun.source.util.SourcePositions;
import com.sun.source.util.TreeScanner;
import com.sun.source.util.Trees;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import javax.tools.JavaCompiler;
import javax.tools.ToolProvider;
import org.jspecify.annotations.Nullable;

/**
 * A Java source file of this repository, parsed but not compiled.
 *
 * @param path relative to the root of the repository
 * @param lines its text
 * @param types simple names of all types it declares, nested ones too
 * @param methods all methods and constructors
 */
record SourceFile(Path path, List<String> lines, List<String> types, List<Method> methods) {

  /** A method or constructor, with its body and annotations counted as lines. */
  record Method(String name, int lines, int parameters) {}

  /** The folders that hold modules. */
  private static final List<String> MODULE_FOLDERS =
      List.of(
          "testkit",
          "sdk",
          "certificates",
          "access",
          "config",
          "broker",
          "admin",
          "proxy",
          "dist",
          "perf");

  static Path root() {
    return Path.of(System.getProperty("feige.root", "..")).toAbsolutePath().normalize();
  }

  static List<SourceFile> all() {
    List<Path> paths = new ArrayList<>();
    for (String folder : MODULE_FOLDERS) {
      try (Stream<Path> files = Files.walk(root().resolve(folder))) {
        files.filter(SourceFile::isSource).sorted().forEach(paths::add);
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
    return parse(paths);
  }

  boolean isTest() {
    return slashed().contains("/src/test/");
  }

  /** The path with slashes, whatever the system's separator is. */
  String slashed() {
    return path.toString().replace('\\', '/');
  }

  private static boolean isSource(Path path) {
    String slashed = path.toString().replace('\\', '/');
    boolean isOurs = slashed.contains("/src/") && !slashed.contains("sdk/sample/");
    return slashed.endsWith(".java") && isOurs && !slashed.contains("/target");
  }

  private static List<SourceFile> parse(List<Path> paths) {
    JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
    try (var files = compiler.getStandardFileManager(null, null, null)) {
      var task =
          (JavacTask)
              compiler.getTask(
                  null, files, null, null, null, files.getJavaFileObjectsFromPaths(paths));
      SourcePositions positions = Trees.instance(task).getSourcePositions();
      List<SourceFile> sources = new ArrayList<>();
      for (CompilationUnitTree unit : task.parse()) {
        sources.add(read(unit, positions));
      }
      return sources;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static SourceFile read(CompilationUnitTree unit, SourcePositions positions)
      throws IOException {
    Path path = Path.of(unit.getSourceFile().toUri());
    var declarations = new Declarations(unit, positions);
    declarations.scan(unit, null);
    return new SourceFile(
        root().relativize(path),
        Files.readAllLines(path),
        declarations.types,
        declarations.methods);
  }

  /** Collects what a file declares. */
  private static final class Declarations extends TreeScanner<@Nullable Void, @Nullable Void> {
    private final CompilationUnitTree unit;
    private final SourcePositions positions;
    private final List<String> types = new ArrayList<>();
    private final List<Method> methods = new ArrayList<>();
    private boolean inRecord;

    Declarations(CompilationUnitTree unit, SourcePositions positions) {
      this.unit = unit;
      this.positions = positions;
    }

    @Override
    public @Nullable Void visitClass(ClassTree type, @Nullable Void unused) {
      types.add(type.getSimpleName().toString());
      boolean outer = inRecord;
      inRecord = type.getKind() == Tree.Kind.RECORD;
      super.visitClass(type, null);
      inRecord = outer;
      return null;
    }

    @Override
    public @Nullable Void visitMethod(MethodTree method, @Nullable Void unused) {
      String name = method.getName().toString();
      // A record's constructor repeats its components, and those may be many.
      int parameters = inRecord && name.equals("<init>") ? 0 : method.getParameters().size();
      methods.add(new Method(name, lines(method), parameters));
      return super.visitMethod(method, null);
    }

    private int lines(Tree tree) {
      long start = unit.getLineMap().getLineNumber(positions.getStartPosition(unit, tree));
      long end = unit.getLineMap().getLineNumber(positions.getEndPosition(unit, tree));
      return (int) (end - start + 1);
    }
  }
}
