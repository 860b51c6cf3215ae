import type { SalesAnalytics } from '#schema/api/analytics.ts'

type OfferPart = SalesAnalytics['byOffer'][number]
type CodePart = SalesAnalytics['byCode'][number]

const offerNames: Record<OfferPart['offer'], string> = {
  alone: 'Each at its own price',
  steps: 'Cheaper together',
  whole: 'Whole gallery',
  earlier: 'Before this was noted',
}
export const offerName = ({ offer }: Pick<OfferPart, 'offer'>): string => offerNames[offer]

const codeNames: Record<CodePart['kind'], string> = {
  own: 'A code of yours',
  site: 'A code of Darkslide',
  none: 'Without a code',
  earlier: 'Before this was noted',
}
export const codeName = ({ kind, code }: Pick<CodePart, 'kind' | 'code'>): string => code ?? codeNames[kind]
