import type { Logo } from './entities/brand.ts'

/** Pages show WebP; mails PNG, since some mail programs know no other that can be transparent. */
export const logoPaths = ({ name }: Pick<Logo, 'name'>) =>
  ({ page: `/logos/${name}.webp`, mail: `/logos/${name}.png` }) as const
