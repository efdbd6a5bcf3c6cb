import 'uplot/dist/uPlot.min.css';
import { useEffect, useRef } from 'react';
import uPlot from 'uplot';
import { drawMarks, style, valuesAt } from './chartStyle';

export interface Line {
  /** Empty where there is one only. */
  readonly label: string;
  readonly values: readonly (number | null)[];
}

interface Props {
  readonly title: string;
  readonly latest: string;
  readonly times: readonly number[];
  readonly lines: readonly Line[];
  readonly format: (value: number | null | undefined) => string;
  readonly marks: readonly number[];
  /** The steps of its axis are powers of two. */
  readonly binary?: boolean;
}

const HEIGHT = 128;

/** All charts show the same time, and their cursors move together. */
export function Chart({ title, latest, times, lines, format, marks, binary = false }: Props) {
  const frame = useRef<HTMLDivElement>(null);
  const pointed = useRef<HTMLSpanElement>(null);
  const plot = useRef<uPlot>(undefined);
  const shown = useRef({ format, marks });
  const data = useRef<uPlot.AlignedData>([[]]);
  const labels = lines.map((line) => line.label).join('\n');

  useEffect(() => {
    shown.current = { format, marks };
    data.current = aligned(times, lines);
    plot.current?.setData(data.current);
  }, [times, lines, format, marks]);

  useEffect(() => {
    const element = frame.current;
    if (element === null) {
      return;
    }
    const draw = () => {
      plot.current?.destroy();
      const options = style(element, labels.split('\n'), (value) => shown.current.format(value), binary);
      const hooks = {
        draw: [(chart: uPlot) => drawMarks(chart, element, shown.current.marks)],
        // Written past React: it follows the pointer, on all charts at once.
        setCursor: [
          (chart: uPlot) => {
            if (pointed.current !== null) {
              pointed.current.textContent = valuesAt(chart, shown.current.format);
            }
          },
        ],
      };
      plot.current = new uPlot(
        { ...options, width: element.clientWidth, height: HEIGHT, hooks },
        data.current,
        element,
      );
    };
    draw();
    const observer = new ResizeObserver(() => plot.current?.setSize({ width: element.clientWidth, height: HEIGHT }));
    observer.observe(element);
    const dark = window.matchMedia('(prefers-color-scheme: dark)');
    dark.addEventListener('change', draw);
    window.addEventListener('feige-theme', draw);
    return () => {
      observer.disconnect();
      dark.removeEventListener('change', draw);
      window.removeEventListener('feige-theme', draw);
      plot.current?.destroy();
      plot.current = undefined;
    };
  }, [labels, binary]);

  return (
    <figure className="chart">
      <figcaption>
        <span>{title}</span>
        <span>
          <span ref={pointed} className="pointed" aria-hidden="true" />
          <strong>{latest}</strong>
        </span>
      </figcaption>
      <div ref={frame} className="chart-frame" role="img" aria-label={`${title}: ${latest}`} />
    </figure>
  );
}

/** Shorter lines end with the others and have nothing before. */
function aligned(times: readonly number[], lines: readonly Line[]): uPlot.AlignedData {
  const filled = lines.map(({ values }) => [
    ...Array<null>(Math.max(0, times.length - values.length)).fill(null),
    ...values,
  ]);
  return [[...times], ...filled];
}
