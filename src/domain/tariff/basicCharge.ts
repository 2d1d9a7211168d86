import { amountOf, type Fen } from './money.ts';

/** How the basic charge of a two-part tariff is found: not at all, by capacity, by actual or by contract demand. */
export type BasicCharge =
  | { readonly kind: 'none' }
  | { readonly kind: 'capacity'; readonly kva: bigint; readonly price: bigint }
  | { readonly kind: 'actual'; readonly demand: bigint; readonly price: bigint }
  | {
      readonly kind: 'contract';
      readonly demand: bigint;
      readonly declared: bigint;
      readonly price: bigint;
    };

/** One line of the basic charge: quantities and prices in millionths. */
export interface BasicLine {
  readonly part: 'capacity' | 'actual' | 'contract' | 'over';
  readonly quantity: bigint;
  readonly price: bigint;
  readonly amount: Fen;
}

const line = (part: BasicLine['part'], quantity: bigint, price: bigint): BasicLine => ({
  part,
  quantity,
  price,
  amount: amountOf(quantity, price),
});

/**
 * The basic charge. Contract demand: up to 1.05 of what is declared the declared demand is paid; what lies above
 * pays twice the price beside it (domain notes 4.2; 发改价格〔2018〕500).
 */
export function basicChargeOf(charge: BasicCharge): BasicLine[] {
  switch (charge.kind) {
    case 'none':
      return [];
    case 'capacity':
      return [line('capacity', charge.kva, charge.price)];
    case 'actual':
      return [line('actual', charge.demand, charge.price)];
    case 'contract': {
      const allowed = (charge.declared * 105n) / 100n;
      const own = line('contract', charge.declared, charge.price);
      return charge.demand <= allowed
        ? [own]
        : [own, line('over', charge.demand - allowed, charge.price * 2n)];
    }
  }
}
