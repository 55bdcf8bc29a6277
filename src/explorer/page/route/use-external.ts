import { useLayoutEffect, useState } from 'preact/hooks';

/** A value kept by the browser, followed as it changes. Both functions must be the same on every call. */
export function useExternal<Value>(subscribe: (listener: () => void) => () => void, read: () => Value): Value {
  const [value, setValue] = useState(read);
  useLayoutEffect(() => {
    const update = () => setValue(() => read());
    update();
    return subscribe(update);
  }, [subscribe, read]);
  return value;
}
