const WIDTH = 300
const HEIGHT = 84
const BASE = HEIGHT - 16

type BarPlotProps = {
  alternative: string
  groups: readonly { label: string; values: readonly (number | null)[] }[]
  format?: (value: number) => string
}

/** Bars in groups, drawn as SVG: bar n of every group has the class `series-n`. */
export function BarPlot({ alternative, groups, format = String }: BarPlotProps) {
  const highest = Math.max(0, ...groups.flatMap(({ values }) => values.map((value) => value ?? 0)))
  const step = WIDTH / groups.length
  const gap = step * 0.16
  return (
    <svg className="plot" viewBox={`0 0 ${WIDTH} ${HEIGHT}`} role="img" aria-label={alternative}>
      <line className="axis" x1="0" x2={WIDTH} y1={BASE + 0.5} y2={BASE + 0.5} />
      {groups.map(({ label, values }, group) => {
        const width = (step - 2 * gap) / values.length
        return values.map((value, series) => {
          const height = highest > 0 ? ((value ?? 0) / highest) * (BASE - 14) : 0
          const x = group * step + gap + series * width
          // biome-ignore lint/suspicious/noArrayIndexKey: a series is its place in the group
          return <Bar key={`${label}${series}`} series={series} x={x} width={width} height={height} />
        })
      })}
      {highest > 0 && (
        <text x="0" y="9">
          {format(highest)}
        </text>
      )}
      <text x="0" y={HEIGHT - 3}>
        {groups[0]?.label}
      </text>
      <text x={WIDTH} y={HEIGHT - 3} textAnchor="end">
        {groups.at(-1)?.label}
      </text>
    </svg>
  )
}

const Bar = ({ series, x, width, height }: { series: number; x: number; width: number; height: number }) =>
  height > 0 ? (
    <rect
      className={`series-${series}`}
      x={x.toFixed(1)}
      y={(BASE - height).toFixed(1)}
      width={Math.max(1, width - 1).toFixed(1)}
      height={height.toFixed(1)}
      rx={series ? 5 : undefined}
    />
  ) : null
