import { carelessMutants } from './careless.ts'
import { crowdMutants } from './crowds.ts'
import { houseMutants } from './house.ts'
import { moneyMutants } from './money.ts'
import type { Mutant } from './mutant.ts'
import { sizeMutants } from './sizes.ts'
import { strangersPayoutMutants } from './stranger-payouts.ts'
import { strangersSaleMutants } from './stranger-sales.ts'

export const allMutants: readonly Mutant[] = [
  ...moneyMutants,
  ...sizeMutants,
  ...carelessMutants,
  ...crowdMutants,
  ...houseMutants,
  ...strangersSaleMutants,
  ...strangersPayoutMutants,
]
