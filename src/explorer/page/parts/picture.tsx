import { visibleText } from '../../../core/text/visible-text.js';

interface PictureProps {
  readonly picture: {
    readonly svg: string;
    readonly title: string;
    readonly description: string;
    readonly width: number;
    readonly height: number;
  };
}

/** A chart that the core drew: an image, so that nothing in it can act, with its own words as the text alternative. */
export function Picture({ picture: { svg, title, description, width, height } }: PictureProps) {
  return (
    <img
      className="picture"
      src={`data:image/svg+xml,${encodeURIComponent(svg)}`}
      alt={visibleText(`${title}. ${description}`, 10_000)}
      width={width}
      height={height}
    />
  );
}
