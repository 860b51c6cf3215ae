import type { Location } from 'react-router-dom'

/** A portfolio's older galleries are another page, whose name is in the search. */
export const pageOf = ({ pathname, search }: Pick<Location, 'pathname' | 'search'>) =>
  `${pathname} ${new URLSearchParams(search).get('before') ?? ''}`
