/** Where something stands in a picture: fractions of its width and height, from the top left corner, 0 to 1. */
export type Box = { readonly left: number; readonly top: number; readonly width: number; readonly height: number }

/** A word as an engine read it. */
export type Word = {
  readonly text: string
  /** How sure the engine is, 0 to 1. */
  readonly confidence: number
  readonly box: Box
}

/** A number on a shirt or a plate: a word whose text is normalised. */
export type FoundNumber = Word

/**
 * The numbers in a JPEG of at most 2,048 px, surest first, each once.
 * @throws UnreadablePicture when another try would not help; any other error is worth one.
 */
export type ReadNumbers = (jpeg: Uint8Array) => Promise<FoundNumber[]>

/** The picture is damaged, too large, too small, or of a kind that is not read. */
export class UnreadablePicture extends Error {
  override name = 'UnreadablePicture'
}
