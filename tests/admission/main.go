// SPDX-License-Identifier: Apache-2.0

// Command admission applies a MutatingAdmissionPolicy to a pod with the API server's own code, without a cluster.
//
//	admission POLICY.yaml <pod.yaml >mutated-pod.json
//
// Exit code 2: a match condition of the policy does not hold for the pod.
package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log"
	"os"

	admissionv1 "k8s.io/api/admissionregistration/v1"
	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apiserver/pkg/admission"
	"k8s.io/apiserver/pkg/admission/plugin/cel"
	"k8s.io/apiserver/pkg/admission/plugin/policy/mutating/patch"
	"k8s.io/apiserver/pkg/admission/plugin/webhook/matchconditions"
	celconfig "k8s.io/apiserver/pkg/apis/cel"
	"k8s.io/apiserver/pkg/cel/environment"
	"sigs.k8s.io/yaml"
)

func main() {
	log.SetFlags(0)
	if len(os.Args) != 2 {
		log.Fatal("usage: admission POLICY.yaml <pod.yaml")
	}
	policy := &admissionv1.MutatingAdmissionPolicy{}
	text, err := os.ReadFile(os.Args[1])
	exitOn(err)
	exitOn(yaml.UnmarshalStrict(text, policy))
	pod := &corev1.Pod{}
	text, err = io.ReadAll(os.Stdin)
	exitOn(err)
	exitOn(yaml.UnmarshalStrict(text, pod))

	mutated, matches, err := apply(policy, pod)
	exitOn(err)
	if !matches {
		os.Exit(2)
	}
	exitOn(json.NewEncoder(os.Stdout).Encode(mutated))
}

func exitOn(err error) {
	if err != nil {
		log.Fatal(err)
	}
}

func apply(policy *admissionv1.MutatingAdmissionPolicy, pod *corev1.Pod) (runtime.Object, bool, error) {
	compiler, err := cel.NewCompositedCompiler(environment.MustBaseEnvSet(environment.DefaultCompatibilityVersion()))
	if err != nil {
		return nil, false, err
	}
	options := cel.OptionalVariableDeclarations{HasAuthorizer: true}
	conditions := make([]cel.ExpressionAccessor, len(policy.Spec.MatchConditions))
	for i := range conditions {
		conditions[i] = (*matchconditions.MatchCondition)(&policy.Spec.MatchConditions[i])
	}
	fail := admissionv1.Fail
	matcher := matchconditions.NewMatcher(
		compiler.CompileCondition(conditions, options, environment.StoredExpressions), &fail, "policy", "mutate", policy.Name)
	request := requestToCreate(pod)
	match := matcher.Match(context.Background(), request.VersionedAttributes, nil, nil)
	if match.Error != nil || !match.Matches {
		return nil, false, match.Error
	}

	options.HasPatchTypes = true
	var mutated runtime.Object = pod
	for _, mutation := range policy.Spec.Mutations {
		if mutation.JSONPatch == nil {
			return nil, true, errors.New("a mutation that is no JSONPatch")
		}
		compiled := compiler.CompileMutatingEvaluator(
			&patch.JSONPatchCondition{Expression: mutation.JSONPatch.Expression}, options, environment.StoredExpressions)
		mutated, err = patch.NewJSONPatcher(compiled).Patch(context.Background(), request, celconfig.RuntimeCELCostBudget)
		if err != nil {
			return nil, true, fmt.Errorf("mutation: %w", err)
		}
	}
	return mutated, true, nil
}

func requestToCreate(pod *corev1.Pod) patch.Request {
	scheme := runtime.NewScheme()
	exitOn(corev1.AddToScheme(scheme))
	kind := corev1.SchemeGroupVersion.WithKind("Pod")
	resource := corev1.SchemeGroupVersion.WithResource("pods")
	attributes := admission.NewAttributesRecord(
		pod, nil, kind, pod.Namespace, pod.Name, resource, "", admission.Create, &metav1.CreateOptions{}, false, nil)
	return patch.Request{
		MatchedResource: resource,
		VersionedAttributes: &admission.VersionedAttributes{
			Attributes: attributes, VersionedKind: kind, VersionedObject: admission.NewLazyObject(pod),
		},
		ObjectInterfaces:  admission.NewObjectInterfacesFromScheme(scheme),
		OptionalVariables: cel.OptionalVariableBindings{},
	}
}
