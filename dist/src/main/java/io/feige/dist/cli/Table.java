package io.feige.dist.cli;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Rows under headings, as text with aligned columns or as Markdown. */
public final class Table {
  private final List<String> headings;
  private final List<List<String>> rows = new ArrayList<>();

  public Table(String... headings) {
    this.headings = List.of(headings);
  }

  /** Adds a row with a cell for every heading. */
  public Table row(Object... cells) {
    if (cells.length != headings.size()) {
      throw new IllegalArgumentException(cells.length + " cells for " + headings.size());
    }
    rows.add(Arrays.stream(cells).map(String::valueOf).toList());
    return this;
  }

  /** Aligned columns, two blanks between them. */
  public String text() {
    int[] widths = widths();
    StringBuilder text = new StringBuilder(aligned(headings, widths));
    rows.forEach(row -> text.append('\n').append(aligned(row, widths)));
    return text.toString();
  }

  /** A Markdown table. */
  public String markdown() {
    StringBuilder text = new StringBuilder(piped(headings));
    text.append('\n').append("|").append("---|".repeat(headings.size()));
    rows.forEach(row -> text.append('\n').append(piped(row)));
    return text.toString();
  }

  private int[] widths() {
    int[] widths = new int[headings.size()];
    for (int column = 0; column < widths.length; column++) {
      widths[column] = headings.get(column).length();
      for (List<String> row : rows) {
        widths[column] = Math.max(widths[column], row.get(column).length());
      }
    }
    return widths;
  }

  private static String aligned(List<String> cells, int[] widths) {
    StringBuilder line = new StringBuilder();
    for (int column = 0; column < widths.length; column++) {
      String cell = cells.get(column);
      line.append(cell).append(" ".repeat(widths[column] - cell.length() + 2));
    }
    return line.toString().stripTrailing();
  }

  private static String piped(List<String> cells) {
    return "| " + String.join(" | ", cells) + " |";
  }
}
