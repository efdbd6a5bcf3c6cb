import uPlot from 'uplot';

/** A token's colour as it is at this moment: a canvas knows neither names nor what is light or dark. */
function colour(element: HTMLElement, name: string): string {
  element.style.color = `var(${name})`;
  const shown = getComputedStyle(element).color;
  element.style.color = '';
  return shown;
}

const LONG = 36 * 3_600;

/** A time of day, or the day where several are shown. */
function timeOf(seconds: number, chart: uPlot): string {
  const { min = 0, max = 0 } = chart.scales.x ?? {};
  const at = new Date(seconds * 1000);
  return max - min > LONG ? dayOf(at) : at.toTimeString().slice(0, 5);
}

/** As ISO 8601 has it, without the year. */
function dayOf(at: Date): string {
  return [at.getMonth() + 1, at.getDate()].map((each) => String(each).padStart(2, '0')).join('-');
}

/** How a chart looks: colours are the tokens of the page, at the moment it is drawn. */
export function style(
  element: HTMLElement,
  labels: readonly string[],
  format: (value: number | null) => string,
  binary: boolean,
): Omit<uPlot.Options, 'width' | 'height'> {
  const axis = {
    stroke: colour(element, '--ink-2'),
    font: `12px ${getComputedStyle(element).fontFamily}`,
    grid: { stroke: colour(element, '--line'), width: 1 },
    ticks: { show: false },
  };
  return {
    cursor: { sync: { key: 'feige' }, y: false, drag: { x: false, y: false } },
    legend: { show: false },
    // So much is left for half of the last time.
    padding: [8, 20, 0, 0],
    scales: { y: { range: (_chart, _low, high) => [0, high > 0 ? high * 1.1 : 1] } },
    axes: [
      {
        ...axis,
        values: (chart, at) => at.map((each) => timeOf(each, chart)),
        space: 64,
        size: 24,
      },
      {
        ...axis,
        values: (_chart, at) => at.map((each) => format(each)),
        size: 80,
        space: 32,
        ...(binary && { incrs: Array.from({ length: 50 }, (_, power) => 2 ** power) }),
      },
    ],
    series: [
      {},
      ...labels.map((label, at) => ({
        label,
        stroke: colour(element, at === 0 ? '--ink' : '--ink-3'),
        width: 1.5,
        ...(at > 0 && { dash: [4, 3] }),
        points: { show: false },
        spanGaps: false,
      })),
    ],
  };
}

/** Where marks are nearer to each other than this, in pixels, their lines would only hide the chart's. */
const LEAST_GAP = 8;

/** A triangle where a node took over, and a line unless there are many. */
export function drawMarks(chart: uPlot, element: HTMLElement, marks: readonly number[]): void {
  const { left, top, height, width } = chart.bbox;
  const { ctx } = chart;
  ctx.save();
  ctx.strokeStyle = colour(element, '--warn');
  ctx.fillStyle = ctx.strokeStyle;
  ctx.lineWidth = devicePixelRatio;
  ctx.setLineDash([]);
  ctx.globalAlpha = 0.6;
  let last = Number.NEGATIVE_INFINITY;
  for (const mark of [...marks].sort((one, other) => one - other)) {
    const x = Math.round(chart.valToPos(mark, 'x', true));
    if (x >= left && x <= left + width) {
      if (x - last >= LEAST_GAP * devicePixelRatio) {
        last = x;
        ctx.beginPath();
        ctx.moveTo(x, top);
        ctx.lineTo(x, top + height);
        ctx.stroke();
      }
      ctx.beginPath();
      ctx.moveTo(x - 4 * devicePixelRatio, top);
      ctx.lineTo(x + 4 * devicePixelRatio, top);
      ctx.lineTo(x, top + 6 * devicePixelRatio);
      ctx.fill();
    }
  }
  ctx.restore();
}

/** What is under the pointer: the time, and the values at that time; empty where it points elsewhere. */
export function valuesAt(chart: uPlot, format: (value: number | null) => string): string {
  const at = chart.cursor.idx;
  const time = at === null || at === undefined ? undefined : chart.data[0][at];
  if (at === null || at === undefined || time === undefined) {
    return '';
  }
  const values = chart.data.slice(1).map((line) => format(line[at] ?? null));
  const when = new Date(time * 1000);
  const day = Date.now() / 1000 - time > LONG ? `${dayOf(when)} ` : '';
  return `${day}${when.toTimeString().slice(0, 8)}  ${values.join(' / ')}`;
}
