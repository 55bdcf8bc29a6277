/** A chart that the core drew: an image, so that nothing in it can act, with its own words as the text alternative. */
export function Picture({ svg }: { readonly svg: string }) {
  const words = [/<title[^>]*>([^<]*)</.exec(svg)?.[1], /<desc[^>]*>([^<]*)</.exec(svg)?.[1]];
  const [, width = '640', height = '380'] = /viewBox="0 0 (\d+) (\d+)"/.exec(svg) ?? [];
  return (
    <img
      className="picture"
      src={`data:image/svg+xml,${encodeURIComponent(svg)}`}
      alt={words.map((text) => plain(text ?? '')).join('. ')}
      width={Number(width)}
      height={Number(height)}
    />
  );
}

/** The text that the chart's own escaping stands for. */
function plain(escaped: string): string {
  return escaped
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&amp;', '&');
}
