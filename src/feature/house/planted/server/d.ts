import '../../../../../simulator/plant/campus.ts';
