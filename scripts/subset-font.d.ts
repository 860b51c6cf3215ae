/** What is used here of a package that has no types of its own. */
declare module 'subset-font' {
  type Axis = number | { min: number; max: number; default: number }
  type Options = { targetFormat: 'woff2' | 'sfnt'; variationAxes?: Record<string, Axis>; keepFeatures?: string[] }
  const subsetFont: (font: Uint8Array, text: string, options: Options) => Promise<Uint8Array>
  export = subsetFont
}
