import type { AbstractNode, IconDefinition } from '@ant-design/icons-svg/es/types';

export interface IconProps {
  readonly icon: IconDefinition;
  /** Side in pixels. */
  readonly size?: number;
  /** Read out by a screen reader; without it the icon is decoration. */
  readonly label?: string;
}

function draw(node: AbstractNode, key: number) {
  const Tag = node.tag as 'path';
  return (
    <Tag key={key} {...node.attrs}>
      {node.children?.map(draw)}
    </Tag>
  );
}

/** An icon of Ant Design's set, in text colour; import the shape by its path: `@ant-design/icons-svg/es/asn/…`. */
export function Icon({ icon, size = 14, label }: IconProps) {
  const shape = typeof icon.icon === 'function' ? icon.icon('currentColor', 'currentColor') : icon.icon;
  return (
    <svg
      viewBox={shape.attrs['viewBox'] ?? '64 64 896 896'}
      width={size}
      height={size}
      fill="currentColor"
      {...(label ? { role: 'img', 'aria-label': label } : { 'aria-hidden': true })}
    >
      {shape.children?.map(draw)}
    </svg>
  );
}
