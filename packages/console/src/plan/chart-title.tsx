/** What a chart shows; its unit stands at each mark of its axis. */
export function ChartTitle({ children }: { readonly children: string }) {
  return <p className="chart-title">{children}</p>;
}
