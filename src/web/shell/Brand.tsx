import { useState } from 'react';
import { useConsumer } from '#web/session/consumer.ts';
import styles from './Brand.module.css';

/** The platform's own mark. */
export function Mark({ size = 22 }: { size?: number }) {
  return (
    <svg
      width={size}
      height={size}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth="2"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
    >
      <path d="M3.500 21V8.600L12 2.800l8.500 5.800V21M3.500 21H6M18 21h2.500" />
      <path d="M7.500 17a4.500 4.500 0 0 1 9 0M12 17l2.200-2.600" />
    </svg>
  );
}

/** Logo and name of the enterprise in view; the platform's where it has none or the picture fails. */
export function Brand({ compact }: { compact: boolean }) {
  const { consumer } = useConsumer();
  const [failed, setFailed] = useState<string | null>(null);
  const image = consumer?.imgPath && consumer.imgPath !== failed ? consumer.imgPath : null;
  const name = image && consumer ? consumer.orgName : 'Meterhouse';
  return (
    <div className={`${styles.brand} ${compact ? styles.compact : ''}`}>
      {image ? (
        <img src={image} alt="" height={28} onError={() => setFailed(image)} />
      ) : (
        <span className={styles.mark}>
          <Mark />
        </span>
      )}
      {!compact && <span className={styles.name}>{name}</span>}
    </div>
  );
}
