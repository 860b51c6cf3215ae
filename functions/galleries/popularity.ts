/** What galleries are sorted by for "most popular": a view weighs one, a like two (specification, section 9). */
export const popularityOf = ({ views, likes }: { readonly views: number; readonly likes: number }): number =>
  views + 2 * likes
