/** Colours that stay apart for every kind of colour vision (Okabe & Ito 2008), on light and on dark. */
export const palette = {
  blue: '#0072b2',
  orange: '#d55e00',
  green: '#009e73',
  purple: '#cc79a7',
  sky: '#56b4e9',
  amber: '#e69f00',
  grey: '#8c8c8c',
} as const;
export type Colour = keyof typeof palette;
