package io.github.ratelimited.interceptor.startup;

import io.github.ratelimited.interceptor.definition.LimitedMethod;
import java.io.IOException;
import java.io.InputStream;
import java.lang.reflect.Method;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.springframework.asm.ClassReader;
import org.springframework.asm.ClassVisitor;
import org.springframework.asm.Handle;
import org.springframework.asm.MethodVisitor;
import org.springframework.asm.Opcodes;
import org.springframework.asm.SpringAsmInfo;
import org.springframework.asm.Type;

/**
 * Calls of limited methods within their own object, which bypass the proxy and so the limit. Found in the bytecode where
 * the receiver can only be {@code this}: in methods that have no other value of their class.
 */
final class SelfCalls extends ClassVisitor {

    private final Set<String> hierarchy;
    private final Map<String, String> limited;
    private final Set<String> found = new TreeSet<>();
    private String inside = "";

    private SelfCalls(Set<String> hierarchy, Map<String, String> limited) {
        super(SpringAsmInfo.ASM_VERSION);
        this.hierarchy = hierarchy;
        this.limited = limited;
    }

    /** The calls in a class and those above it, each as caller and called method; none where there is no bytecode. */
    static Set<String> of(Class<?> type, Map<Method, LimitedMethod> methods) {
        Map<String, String> limited = methods.entrySet().stream()
                .collect(Collectors.toMap(
                        entry -> entry.getKey().getName() + Type.getMethodDescriptor(entry.getKey()),
                        entry -> entry.getValue().place(),
                        (one, other) -> one));
        Set<Class<?>> classes = new HashSet<>();
        for (Class<?> each = type; each != null && each != Object.class; each = each.getSuperclass()) {
            classes.add(each);
        }
        SelfCalls calls =
                new SelfCalls(classes.stream().map(Type::getInternalName).collect(Collectors.toSet()), limited);
        classes.forEach(calls::read);
        return calls.found;
    }

    private void read(Class<?> type) {
        String file = type.getName().substring(type.getName().lastIndexOf('.') + 1) + ".class";
        try (InputStream in = type.getResourceAsStream(file)) {
            if (in != null) {
                inside = type.getCanonicalName() != null ? type.getCanonicalName() : type.getName();
                new ClassReader(in).accept(this, ClassReader.SKIP_DEBUG | ClassReader.SKIP_FRAMES);
            }
        } catch (IOException | IllegalArgumentException ex) {
            // A class that cannot be read, or is of a newer format, only goes without the warning.
        }
    }

    @Override
    public @Nullable MethodVisitor visitMethod(
            int access, String name, String descriptor, @Nullable String signature, String @Nullable [] exceptions) {
        boolean bridge = (access & Opcodes.ACC_BRIDGE) != 0;
        boolean others = (access & Opcodes.ACC_STATIC) != 0 || mentionsOwn(Type.getArgumentTypes(descriptor));
        return bridge || others ? null : new Body(name);
    }

    private boolean mentionsOwn(Type... types) {
        for (Type type : types) {
            if (type.getSort() == Type.OBJECT && hierarchy.contains(type.getInternalName())) {
                return true;
            }
        }
        return false;
    }

    private final class Body extends MethodVisitor {

        private final String caller;
        private final Set<String> called = new TreeSet<>();
        private boolean hasOthers;

        Body(String caller) {
            super(SpringAsmInfo.ASM_VERSION);
            this.caller = caller.startsWith("lambda$") ? caller.split("\\$")[1] : caller;
        }

        @Override
        public void visitMethodInsn(int opcode, String owner, String name, String descriptor, boolean isInterface) {
            hasOthers |= mentionsOwn(Type.getReturnType(descriptor));
            if (opcode != Opcodes.INVOKESPECIAL && opcode != Opcodes.INVOKESTATIC) {
                add(owner, name, descriptor);
            }
        }

        @Override
        public void visitInvokeDynamicInsn(String name, String descriptor, Handle bootstrap, Object... arguments) {
            for (Object argument : arguments) {
                if (argument instanceof Handle handle && !descriptor.startsWith("()")) {
                    add(handle.getOwner(), handle.getName(), handle.getDesc());
                }
            }
        }

        private void add(String owner, String name, String descriptor) {
            String place = limited.get(name + descriptor);
            if (place != null && hierarchy.contains(owner)) {
                called.add(inside + "." + caller + " calls " + place);
            }
        }

        @Override
        public void visitFieldInsn(int opcode, String owner, String name, String descriptor) {
            boolean reads = opcode == Opcodes.GETFIELD || opcode == Opcodes.GETSTATIC;
            hasOthers |= reads && mentionsOwn(Type.getType(descriptor));
        }

        @Override
        public void visitTypeInsn(int opcode, String type) {
            hasOthers |= hierarchy.contains(type);
        }

        @Override
        public void visitEnd() {
            if (!hasOthers) {
                found.addAll(called);
            }
        }
    }
}
