import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react';

/** The width of an element, in whole pixels, and again whenever it changes; 0 until it is there. */
export function useWidth(): readonly [RefObject<HTMLDivElement | null>, number] {
  const place = useRef<HTMLDivElement>(null);
  const [width, setWidth] = useState(0);
  useLayoutEffect(() => setWidth(Math.floor(place.current?.clientWidth ?? 0)), []);
  useEffect(() => {
    if (place.current === null) return undefined;
    const observer = new ResizeObserver(([entry]) => setWidth(Math.floor(entry?.contentRect.width ?? 0)));
    observer.observe(place.current);
    return () => observer.disconnect();
  }, []);
  return [place, width];
}
