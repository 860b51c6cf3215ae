/** No index is open for searching yet. */
export class NotOpen extends Error {
  override name = 'NotOpen'
}
